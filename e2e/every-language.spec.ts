import type { Page } from '@playwright/test'
import { i18nFor } from '../src/server/base/texts.ts'
import { screens } from '../src/shared/screens.ts'
import { type Language, languageCodes, languages, PSEUDO } from '../src/shared/words/languages.ts'
import { expect, openPage, PASSWORD, test } from './muster.ts'

/**
 * Nothing on a screen is left in English. People's own texts stay as they are. The pseudo-language shows on every
 * screen which texts the catalogues do not hold, and `npm run check` holds the catalogues complete. So a real language
 * needs few screens to show that its catalogue is in use; one that runs from right to left walks through them all.
 */

const others = languageCodes.filter((code) => code !== 'en')
const walked = screens.filter((screen) => !['/login', '/'].includes(screen))
const screensIn = (language: Language) => (languages[language].dir === 'rtl' ? walked : ['/tasks', '/analytics'])

/** The texts of a screen: visible ones, and the labels, hints and descriptions of its elements. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    // People's texts read in their own direction; names and addresses are isolated. A list says that it is in English.
    const written = '[dir=auto], ul[lang=en], bdi, kbd, time, script, style, noscript, .recharts-surface'
    const texts = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(written)) texts.add(node.textContent?.trim() ?? '')
    }
    for (const element of document.querySelectorAll('body *')) {
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
        const text = element.getAttribute(name)
        if (text && !(name === 'title' && element.closest(written))) texts.add(text.trim())
      }
    }
    texts.add(document.title)
    return [...texts].filter((text) => /\p{L}{2}/u.test(text))
  })

/** Opens a screen, by its entry of the navigation if it has one, and waits until it has its content. */
async function open(page: Page, screen: string) {
  const entry = page.getByRole('navigation').locator(`a[href="${screen}"]`)
  if (await entry.count()) {
    const before = await page.title()
    await entry.first().click()
    await expect(page).not.toHaveTitle(before)
  } else await page.goto(screen)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // Skeletons stand for content that is on its way.
  await expect(page.locator('[aria-busy=true], main .animate-pulse')).toHaveCount(0)
}

/** English texts with another translation that mean nothing in the language: "Tag" is a day in German. */
function englishOf(language: Language) {
  const i18n = i18nFor(language)
  const pseudo = i18nFor(PSEUDO)
  const plain = Object.entries(pseudo.messages).filter(([, message]) => typeof message === 'string')
  const words = new Set(Object.values(i18n.messages))
  return new Set(plain.map(([id]) => id).filter((id) => i18n.t(id) !== id && !words.has(id)))
}

for (const language of others) {
  test(`nothing is left in English in ${language}`, { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('god', { locale: language })
    const english = englishOf(language)
    // Departments may be called as Muster proposes in English.
    const departments: { name: string }[] = await (await page.request.get('/api/v1/departments')).json()
    for (const { name } of departments) english.delete(name)
    for (const screen of screensIn(language)) {
      await open(page, screen)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', languages[language].dir)
      const left = (await textsOf(page)).filter((text) => english.has(text))
      expect(left, `${screen} in ${language}`).toEqual([])
    }
  })
}

/** People's texts, and words that are not in the catalogues: they have no marks. */
async function writtenOf(page: Page) {
  const written = new Set<string>([PASSWORD, ...Object.values(languages).map(({ name }) => name)])
  const collect = (value: unknown): void => {
    if (typeof value === 'string') written.add(value)
    if (!value || typeof value !== 'object') return
    if ('firstName' in value && 'lastName' in value) written.add(`${value.firstName} ${value.lastName}`)
    Object.values(value).forEach(collect)
  }
  for (const path of [
    'users?inactive=true',
    'departments',
    'projects',
    'sops',
    'reminders',
    'routines',
    'places',
    'tasks?limit=1000',
    'auth/session',
  ])
    collect(await (await page.request.get(`/api/v1/${path}`)).json())
  return written
}

/** Brackets or accents of the pseudo-language, and texts of others: the product's name, initials, dates. */
const isMarked = (text: string) =>
  /[⟦⟧áéíóúÁÉÍÓÚñç]/.test(text) || DATES.test(text) || MONTHS.test(text) || /^(Muster|\p{Lu}{2})$/u.test(text)
const MONTHS = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/
const DATES =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$|^((Mon|Tue|Wed|Thu|Fri|Sat|Sun|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day), )?([A-Z]\p{L}{2,} \d+(, \d{4})?( – )?(\d+, \d{4})?)+$/u

test('every text of every screen is translated: the pseudo-language marks it', async ({ browser, signedIn }) => {
  const page = await signedIn('god', {})
  await page.addInitScript(([language]) => localStorage.setItem('muster.language', language as string), [PSEUDO])
  const written = await writtenOf(page)
  for (const screen of walked) {
    await open(page, screen)
    await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO)
    const bare = (await textsOf(page)).filter((text) => !isMarked(text) && !written.has(text))
    expect(bare, screen).toEqual([])
  }
  const visitor = await openPage(browser)
  await visitor.addInitScript(([language]) => localStorage.setItem('muster.language', language as string), [PSEUDO])
  await open(visitor, '/login')
  expect((await textsOf(visitor)).filter((text) => !isMarked(text) && !written.has(text))).toEqual([])
  await visitor.context().close()
})
