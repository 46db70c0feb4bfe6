import type { Driver, MouseStep } from './drivers.ts'

/** A thing to look for: by role and name, or by words. A name that ends with … is the beginning of one. */
export type What = { role: keyof typeof roles; name?: string } | { text: string } | { css: string }
/** One thing, or one within others, from outside to inside. */
export type Place = What | What[]

interface Found {
  x: number
  y: number
  width: number
  height: number
  text: string
  value: string
  checked: boolean
  /** Whether a press at its middle reaches it. */
  isOnTop: boolean
}

const roles = {
  article: 'article,[role=article]',
  button: 'button,[role=button]',
  dialog: 'dialog,[role=dialog],[role=alertdialog]',
  group: 'fieldset,[role=group]',
  heading: 'h1,h2,h3,h4',
  complementary: 'aside',
  link: 'a[href]',
  listitem: 'li,[role=listitem]',
  menuitemradio: '[role=menuitemradio]',
  region: 'section,[role=region]',
  status: 'output,[role=status]',
  textbox: 'input:not([type=radio],[type=checkbox],[type=file]),textarea',
  timer: '[role=timer]',
}

export const named =
  (role: keyof typeof roles) =>
  (name?: string): What =>
    name === undefined ? { role } : { role, name }
export const [article, button, dialog, heading, link, listitem] = [
  named('article'),
  named('button'),
  named('dialog'),
  named('heading'),
  named('link'),
  named('listitem'),
]
export const [region, status, textbox, timer] = [named('region'), named('status'), named('textbox'), named('timer')]
export const text = (text: string): What => ({ text })
export const css = (css: string): What => ({ css })

/** Milliseconds. Generous: a machine may be busy. */
const MAX_WAIT = 60_000
const STEP = 50

/** A page in one of the engines, used as a person would. Everything waits until it can be done. */
export class Page {
  readonly driver: Driver
  readonly url: string

  constructor(driver: Driver, url: string) {
    this.driver = driver
    this.url = url
  }

  async open(path: string, url = this.url) {
    await this.driver.open(url + path)
  }

  /** Runs a function in the page. Its values go there and back as JSON. */
  async run<Values extends unknown[], Result>(
    call: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result> {
    // The transpiler marks functions with a helper that the page lacks.
    const source = `((__name) => (${call})(...${JSON.stringify(values)}))((each) => each)`
    return JSON.parse(await this.driver.evaluate(source))
  }

  /** The thing as it is now, if it is visible. With `scroll` it is brought into view first. */
  find(place: Place, scroll = false): Promise<Found | null> {
    return this.run(findInPage, Array.isArray(place) ? place : [place], roles, scroll)
  }

  async see(place: Place, isRight: (found: Found) => boolean = () => true) {
    return this.until(`${said(place)} is there`, async () => {
      const found = await this.find(place)
      return found && isRight(found) ? found : null
    })
  }

  async gone(place: Place) {
    await this.until(`${said(place)} is gone`, async () => (await this.find(place)) === null || null)
  }

  /** Waits until something is there, stands still, and would get a press. */
  async ready(place: Place) {
    let last = ''
    return this.until(`${said(place)} can be pressed`, async () => {
      const found = await this.find(place, true)
      const now = JSON.stringify(found)
      const isStill = now === last
      last = now
      return found?.isOnTop && isStill ? found : null
    })
  }

  async click(place: Place) {
    await this.driver.mouse([await this.ready(place), 'down', 'up'])
  }

  async hover(place: Place) {
    await this.driver.mouse([await this.ready(place)])
  }

  /** Presses keys together, as in `press('Control', 'a')`. */
  async press(...names: string[]) {
    const back = names.toReversed()
    await this.driver.keyboard([...names.map((down) => ({ down })), ...back.map((up) => ({ up }))])
  }

  async type(words: string) {
    await this.driver.keyboard([...words].flatMap((key) => [{ down: key }, { up: key }]))
  }

  /** Clicks a field, types into it, and expects the text in it. */
  async fill(place: Place, words: string) {
    await this.click(place)
    await this.type(words)
    await this.see(place, ({ value }) => value === words)
  }

  /** Drags with the mouse, in steps, to the upper part of something high or the middle of something low. */
  async drag(from: Place, to: Place) {
    const start = middle(await this.ready(from))
    const target = await this.see(to)
    // An empty lane is lower than 60 pixels: below it is the gap to the next one, which takes no card.
    const end = { x: target.x, y: target.y - target.height / 2 + Math.min(60, target.height / 2) }
    const at = (share: number) => ({
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    })
    const steps: MouseStep[] = [start, 'down', { x: start.x + 10, y: start.y + 5 }, { x: start.x + 20, y: start.y + 8 }]
    await this.driver.mouse([...steps, at(0.3), at(0.6), at(0.9), at(1), at(1)])
    await this.driver.mouse(['up'])
  }

  /** Waits until `find` gives something other than null. */
  async until<T>(what: string, find: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + MAX_WAIT
    let fault = ''
    for (;;) {
      try {
        const found = await find()
        if (found !== null) return found
      } catch (error) {
        // The page may be another one while it is asked.
        fault = ` (${error instanceof Error ? error.message : error})`
      }
      if (Date.now() > end) throw new Error(`Waited in vain until ${what}${fault}`)
      await new Promise((resolve) => setTimeout(resolve, STEP))
    }
  }
}

const middle = ({ x, y }: Found) => ({ x, y })
const said = (place: Place) => JSON.stringify(place)

/** Runs in the page: finds visible elements, from outside to inside. */
function findInPage(places: What[], roles: Record<string, string>, scroll: boolean): Found | null {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const { labels } = element as HTMLInputElement
    return tidy(
      ids.map((id) => document.getElementById(id)?.textContent).join(' ') ||
        element.getAttribute('aria-label') ||
        [...(labels ?? [])].map((label) => label.textContent).join(' ') ||
        (element.matches('dialog,section,article,aside,li,[role=dialog],input,textarea') ? '' : element.textContent),
    )
  }
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
  const isNamed = (element: HTMLElement, name: string) =>
    name.endsWith('…') ? nameOf(element).startsWith(name.slice(0, -1)) : nameOf(element) === name
  const matching = (root: ParentNode, what: What): HTMLElement[] => {
    if ('css' in what) return [...root.querySelectorAll<HTMLElement>(what.css)]
    if ('role' in what)
      return [...root.querySelectorAll<HTMLElement>(roles[what.role] ?? '')].filter((element) => {
        const role = element.getAttribute('role')
        return (
          (role === null || (roles[what.role] ?? '').includes(`[role=${role}]`)) &&
          (what.name === undefined || isNamed(element, what.name))
        )
      })
    const all = [...root.querySelectorAll<HTMLElement>('*')].filter(
      (element) => !/^(SCRIPT|STYLE)$/.test(element.tagName) && tidy(element.textContent).includes(what.text),
    )
    // The innermost ones.
    return all.filter((element) => !all.some((other) => other !== element && element.contains(other)))
  }
  let roots: ParentNode[] = [document]
  for (const [at, what] of places.entries()) {
    const isLast = at === places.length - 1
    roots = roots
      .flatMap((root) => matching(root, what))
      .filter((element) => !isLast || isVisible(element))
      .filter((element) => !element.closest('[aria-hidden=true],[inert]'))
  }
  const element = roots[0] as HTMLInputElement | undefined
  if (!element) return null
  // Some fields are drawn by a label around them.
  if (scroll) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  return {
    ...{ x, y, width, height },
    text: tidy(element.textContent),
    value: element.value ?? '',
    checked: element.checked ?? element.getAttribute('aria-checked') === 'true',
    isOnTop: hit !== null && (element.contains(hit) || [...(element.labels ?? [])].some((each) => each.contains(hit))),
  }
}
