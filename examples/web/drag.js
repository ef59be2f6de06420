// Tells of a pointer that is pressed on an element, and of each of its ways until it is let go.

export function onDrag(element, begin, move) {
  let pointer = null;
  let last;
  element.addEventListener('pointerdown', (event) => {
    // A second finger is not followed, and no button that opens a menu.
    if (pointer !== null || event.button !== 0 || event.ctrlKey) return;
    pointer = event.pointerId;
    last = [event.clientX, event.clientY];
    element.setPointerCapture(pointer);
    begin(event);
  });
  element.addEventListener('pointermove', (event) => {
    if (event.pointerId !== pointer) return;
    const [x, y] = last;
    last = [event.clientX, event.clientY];
    move(last[0] - x, last[1] - y);
  });
  const end = (event) => {
    if (event.pointerId === pointer) pointer = null;
  };
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    element.addEventListener(kind, end);
  }
}
