const MB = 1024 * 1024

/** A file's size in words. */
export const sizeOf = (bytes: number) =>
  bytes < MB ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MB).toFixed(1)} MB`
