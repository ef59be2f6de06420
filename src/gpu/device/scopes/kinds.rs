//! A scope for each kind of error.

/// Opens a scope for each kind of error, worst first.
pub fn open(device: &wgpu::Device) -> [wgpu::ErrorScopeGuard; 3] {
    let kinds = [
        wgpu::ErrorFilter::OutOfMemory,
        wgpu::ErrorFilter::Internal,
        wgpu::ErrorFilter::Validation,
    ];
    kinds.map(|kind| device.push_error_scope(kind))
}

/// Ends the scopes. Their errors come worst first.
pub fn close(
    [memory, internal, validation]: [wgpu::ErrorScopeGuard; 3],
) -> [impl Future<Output = Option<wgpu::Error>>; 3] {
    // The last one that was opened goes first.
    let (validation, internal, memory) = (validation.pop(), internal.pop(), memory.pop());
    [memory, internal, validation]
}
