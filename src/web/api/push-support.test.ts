import { expect, test } from 'vitest'
import { hasKey, isAppleTouch, supportOf } from './push-support.ts'

const chrome = { isSecure: true, hasPush: true, isAppleTouch: false, isInstalled: false }

test('a browser that cannot be told says why', () => {
  expect(supportOf(chrome)).toBe('possible')
  expect(supportOf({ ...chrome, isInstalled: true })).toBe('possible')
  expect(supportOf({ ...chrome, isSecure: false, hasPush: false })).toBe('insecure')
  expect(supportOf({ ...chrome, hasPush: false })).toBe('unsupported')
  expect(supportOf({ ...chrome, isAppleTouch: true, hasPush: false })).toBe('install')
  expect(supportOf({ ...chrome, isAppleTouch: true, hasPush: true })).toBe('install')
  expect(supportOf({ ...chrome, isAppleTouch: true, isInstalled: true })).toBe('possible')
  expect(supportOf({ ...chrome, isAppleTouch: true, isInstalled: true, hasPush: false })).toBe('unsupported')
})

test('an iPad is known by its touch screen', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15'
  expect(isAppleTouch({ userAgent: mac, maxTouchPoints: 0 })).toBe(false)
  expect(isAppleTouch({ userAgent: mac, maxTouchPoints: 5 })).toBe(true)
  expect(isAppleTouch({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)', maxTouchPoints: 5 })).toBe(
    true,
  )
  expect(isAppleTouch({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', maxTouchPoints: 5 })).toBe(false)
  expect(isAppleTouch({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', maxTouchPoints: 10 })).toBe(false)
})

test('a subscription belongs to a key, however that is written', () => {
  const bytes = new Uint8Array([4, 251, 255, 190, 0, 17])
  const key = Buffer.from(bytes).toString('base64url')
  expect(hasKey({ applicationServerKey: bytes.buffer }, key)).toBe(true)
  expect(hasKey({ applicationServerKey: bytes.buffer }, Buffer.from(bytes).toString('base64'))).toBe(true)
  expect(hasKey({ applicationServerKey: bytes.buffer }, `${key}A`)).toBe(false)
  expect(hasKey({ applicationServerKey: null }, key)).toBe(false)
})
