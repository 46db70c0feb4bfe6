import type { Reader } from '../../shared/words/reader.ts'

/** The browser and the system that a request claims to come from; null for unknown ones. The claim may be false. */
export interface Device {
  browser: string | null
  system: string | null
}

/** "Chrome on Windows". */
export function formatDevice({ browser, system }: Device, { i18n }: Pick<Reader, 'i18n'>) {
  if (browser && system) return i18n.t('{browser} on {system}', { browser, system })
  return browser ?? system ?? i18n.t('Unknown device')
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Recognises browser and system by the User-Agent header. */
export function readDevice(userAgent: string | null | undefined): Device {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}

/** The browser and the system that a request claims to come from, as "Chrome on Windows". The claim may be false. */
export const deviceOf = (userAgent: string | null | undefined, reader: Pick<Reader, 'i18n'>) =>
  formatDevice(readDevice(userAgent), reader)
