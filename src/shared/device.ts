/** The browser and the system that a request claims to come from; null for what is not recognised. The claim may be false. */
export interface Device {
  browser: string | null
  system: string | null
}

/** "Chrome on Windows". */
export function formatDevice({ browser, system }: Device) {
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
