import type { Reader } from '../../shared/words/reader.ts'

/** The browser and the system that a request claims to come from; null for what is not recognised. The claim may be false. */
export interface Device {
  browser: string | null
  system: string | null
}

/** "Chrome on Windows". */
export function formatDevice({ browser, system }: Device, { i18n }: Pick<Reader, 'i18n'>) {
  if (browser && system) return i18n.t('{browser} on {system}', { browser, system })
  return browser ?? system ?? i18n.t('Unknown device')
}
