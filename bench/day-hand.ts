import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

/** Seconds that a person needs for a tap, a click or a swipe, with looking for its target and pointing at it. */
export const TAP_SECONDS = 1.1
/** Seconds that a person needs for a character, on a phone or a keyboard. */
export const CHARACTER_SECONDS = 0.28
/** A swipe moves the content by this part of the window. */
const SWIPE = 0.7
/** Pixels. Letters below that are enlarged before they are read. */
const LEGIBLE = 12

export type Hand = ReturnType<typeof openHand>

/**
 * A person at a screen. They take their time for each tap and each character, so that the app can load meanwhile. All
 * other time is waiting for the app.
 */
export function openHand(page: Page, byTouch: boolean) {
  const begin = performance.now()
  let taps = 0
  let characters = 0

  /** Takes the time of some taps, and counts them. */
  async function point(count = 1) {
    taps += count
    await sleep(count * TAP_SECONDS * 1000)
  }

  /** Waits until it is there, and swipes until it is in view. */
  async function see(target: Locator) {
    await target.waitFor()
    if (await target.evaluate(isInView)) return
    const [before, height] = await target.evaluate((element) => [element.getBoundingClientRect().top, innerHeight])
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const after = (await target.boundingBox())?.y ?? 0
    await point(Math.ceil(Math.abs((before ?? 0) - after) / ((height ?? 1) * SWIPE)))
  }

  async function tap(target: Locator, options?: { position: { x: number; y: number } }) {
    await see(target)
    await point()
    if (byTouch) await target.tap(options)
    else await target.click(options)
  }

  async function type(text: string) {
    characters += text.length
    await page.keyboard.type(text, { delay: CHARACTER_SECONDS * 1000 })
  }

  async function press(key: string) {
    characters += 1
    await sleep(CHARACTER_SECONDS * 1000)
    await page.keyboard.press(key)
  }

  return {
    page,
    see,
    point,
    tap,
    type,
    press,
    /** Taps the app's icon, which opens this address. */
    async open(path: string) {
      await point()
      await page.goto(path, { waitUntil: 'commit' })
    },
    /** Taps a field and types into it. */
    async fill(field: Locator, text: string) {
      await tap(field)
      await type(text)
    },
    /** Drags with the mouse, which is pointing twice. */
    async drag(from: Locator, to: Locator) {
      for (const target of [from, to]) await see(target)
      await see(from)
      await point(2)
      const [start, end] = [await from.boundingBox(), await to.boundingBox()]
      if (!start || !end) throw new Error('What is dragged, or where to, is not there')
      await page.mouse.move(start.x + 60, start.y + 20)
      await page.mouse.down()
      await page.mouse.move(start.x + 80, start.y + 30, { steps: 4 })
      await page.mouse.move(end.x + 200, end.y + 20, { steps: 8 })
      await page.mouse.up()
    },
    /** Reads a line of text. This button first enlarges small letters; a line wider than the window needs swipes. */
    async read(line: Locator, enlarge: Locator) {
      await see(line)
      while ((await line.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))) < LEGIBLE) {
        await tap(enlarge)
        await see(line)
      }
      const { x = 0, width = 0 } = (await line.boundingBox()) ?? {}
      const visible = page.viewportSize()?.width ?? 0
      const beyond = Math.max(0, -x) + Math.max(0, x + width - visible)
      await point(Math.ceil(beyond / (visible * SWIPE)))
    },
    /** Its cost so far, in seconds. */
    cost() {
      const seconds = (performance.now() - begin) / 1000
      const person = taps * TAP_SECONDS + characters * CHARACTER_SECONDS
      return { taps, characters, waiting: Math.max(0, seconds - person), seconds: Math.max(seconds, person) }
    },
  }
}

/** Whether the middle of an element is in the window, and nothing lies over it. */
function isInView(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return (
    hit !== null && (element.contains(hit) || hit.contains(element) || element.parentElement?.contains(hit) === true)
  )
}
