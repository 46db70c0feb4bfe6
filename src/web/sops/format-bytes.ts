const MB = 1024 * 1024

/** "12 KB", "3.4 MB"; at least "1 KB". */
export const formatBytes = (bytes: number) =>
  bytes < MB ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MB).toFixed(1)} MB`
