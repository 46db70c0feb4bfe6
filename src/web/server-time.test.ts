import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SECOND = 1000
const HOUR = 3600 * SECOND
const START = Date.parse('2026-11-20T11:00:00.400Z')

/** A device and a server, each with its clock, and time that passes. */
async function world({ deviceAhead = 0, at = START } = {}) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: at + deviceAhead })
  vi.resetModules()
  const time = await import('./server-time.ts')
  let real = at
  let ahead = deviceAhead
  const pass = (milliseconds: number) => {
    real += milliseconds
    vi.advanceTimersByTime(milliseconds)
  }
  return {
    time,
    pass,
    /** Somebody sets the device's clock. */
    set(next: number) {
      ahead = next
      vi.setSystemTime(real + ahead)
    },
    /** A call whose way takes so long there, and so long back. */
    call(there: number, back: number) {
      const arrived = time.timeRequest()
      pass(there)
      const date = new Date(real).toUTCString()
      pass(back)
      arrived(date)
    },
    /** The error of the times on the screens. */
    error: () => time.serverNow() - real,
  }
}

const texts = new Map<string, string>()
beforeEach(() => {
  texts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => texts.set(name, text),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([-3 * HOUR, -90 * SECOND, 40 * SECOND, 3 * HOUR, 9000 * HOUR])(
  'a clock that is %i ms ahead is set right by the first reply, and more exactly by the next ones',
  async (deviceAhead) => {
    const { call, error, pass, time } = await world({ deviceAhead })
    expect(time.isServerTimeKnown()).toBe(false)
    call(60, 80)
    expect(Math.abs(error())).toBeLessThan(600)
    for (let round = 0; round < 40; round++) {
      pass(1730)
      call(60, 80)
    }
    expect(Math.abs(error())).toBeLessThan(120)
    expect(time.isServerTimeKnown()).toBe(true)
  },
)

test('a clock that is right stays as it is, whatever replies take', async () => {
  const { call, error, pass } = await world()
  for (const [there, back] of [
    [10, 10],
    [9000, 5],
    [5, 9000],
    [0, 0],
    [400, 1200],
  ] as const) {
    call(there, back)
    expect(error()).toBe(0)
    pass(777)
  }
})

test('a slow reply makes nothing worse, and the time does not jump to and fro', async () => {
  const { call, error, pass } = await world({ deviceAhead: -2 * HOUR })
  for (let round = 0; round < 20; round++) {
    call(20, 20)
    pass(1130)
  }
  const known = error()
  call(25_000, 10)
  call(10, 25_000)
  call(20, 20)
  expect(error()).toBe(known)
})

test('a clock that somebody sets is followed with the next reply', async () => {
  const { call, error, set } = await world({ deviceAhead: 2 * HOUR })
  call(20, 20)
  set(-1 * HOUR)
  call(20, 20)
  expect(Math.abs(error())).toBeLessThan(600)
  set(0)
  call(20, 20)
  expect(error()).toBe(0)
})

test('a clock that is set while a call is under way spoils nothing', async () => {
  const { time, pass, set, error } = await world()
  const arrived = time.timeRequest()
  set(-1 * HOUR)
  pass(50)
  arrived(new Date(START).toUTCString())
  expect(Math.abs(error())).toBeLessThan(1100)
})

test('a page that opens without a network knows what the last one knew', async () => {
  const first = await world({ deviceAhead: -3 * HOUR })
  first.call(20, 20)
  const next = await world({ deviceAhead: -3 * HOUR, at: START + HOUR })
  expect(next.time.isServerTimeKnown()).toBe(true)
  expect(Math.abs(next.error())).toBeLessThan(600)
})

test.each(['', 'yesterday', null])('a reply with the date %j tells nothing', async (date) => {
  const { time } = await world({ deviceAhead: HOUR })
  time.timeRequest()(date)
  expect(time.serverNow()).toBe(Date.now())
  expect(time.isServerTimeKnown()).toBe(false)
})
