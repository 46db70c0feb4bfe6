import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { infoOf, isLanguage, type Language, type ShownLanguage } from '../shared/words/languages.ts'
import { contractMessage, keepValues, withoutContext } from '../shared/words/message.ts'
import { setDirection } from './direction.ts'
import { languageFor, languageOfShown, shownText } from './language-choice.ts'
import { createStore, storedText } from './store.ts'

/** The language of the page. Texts that nobody has translated stay English. */

/**
 * Compiled English messages with values. The build adds each module's messages when the module is loaded, so that
 * English needs no catalogue (`vite.config.ts`). Outside of a build Lingui compiles them itself.
 */
export const english: Record<string, CompiledMessage> = {}

const setUp = (language: ShownLanguage, messages: Messages) => {
  const i18n = keepValues(
    setupI18n({ locale: language, locales: infoOf(language).tag, messages: { [language]: messages } }),
    infoOf(language).dir,
  )
  // A text that the catalogue lacks stays English. Those without values are their own keys.
  i18n.setMessagesCompiler(
    import.meta.env.PROD ? (text) => english[text] ?? [text] : (text) => compileMessage(withoutContext(text)),
  )
  return i18n
}

/** Each language has an `I18n` of its own, so that texts of another one are made again. */
const current = createStore<I18n>(setUp('en', english))

/** Hook: puts messages into words of the page's language. */
export const useI18n = () => current.use()
/** The same outside of components: for a toast after a call, for an answer to a key. */
export const i18nNow = () => current.get()
const shownNow = () => current.get().locale as ShownLanguage
/** Calls the listener each time the page has changed its language. */
export const onLanguageChange = (listener: () => void) => void current.subscribe(listener)

/** The words of a form's error. Contracts have English ones; the server's are in the reader's words already. */
export const describeError = (error: string, i18n: I18n) => i18n.t(contractMessage(error))

/** Files, not scripts: the service worker keeps the one that was read last. */
const catalogues = import.meta.glob<string>(['../../dist/locales/*.json', '!../../dist/locales/en.json'], {
  query: '?url',
  import: 'default',
  eager: true,
})

const fetchCatalogue = (language: ShownLanguage) => fetch(catalogues[`../../dist/locales/${language}.json`] ?? '')

const loaded = new Map<ShownLanguage, Promise<Messages | undefined>>([['en', Promise.resolve(english)]])

/** Reads the messages of a language, once; undefined if they cannot be read. */
export function loadLanguage(language: ShownLanguage): Promise<Messages | undefined> {
  const before = loaded.get(language)
  if (before) return before
  const messages = fetchCatalogue(language)
    .then((response): Promise<Messages> => (response.ok ? response.json() : Promise.reject(response)))
    .catch(() => void loaded.delete(language))
  loaded.set(language, messages)
  return messages
}

/** Reads the page's catalogue once more, through a service worker that has come after it. */
export const readCatalogueAgain = () => shownNow() !== 'en' && fetchCatalogue(shownNow()).catch(() => undefined)

/** This browser's choice, for people who have chosen nothing for themselves. */
const chosen = storedText('muster.language')
const SHOWN = 'muster.shown-language'
/** The language that this browser has shown last. The next visit begins with it. */
const shown = storedText(SHOWN)
let byDefault: Language = 'en'

/** The language that the page shows, or shows as soon as its catalogue is there. The server answers in it. */
export const wantedLanguage = () => wanted
let wanted: ShownLanguage = 'en'

/** Shows a language when its catalogue is there. Returns false if it cannot be read, and the page stays as it is. */
async function show(language: ShownLanguage): Promise<boolean> {
  wanted = language
  const messages = await loadLanguage(language)
  // Another one may be wanted by now.
  if (wanted !== language) return true
  if (!messages) wanted = shownNow()
  markPage(wanted)
  if (messages && shownNow() !== language) current.set(setUp(language, messages))
  return messages !== undefined
}

function markPage(language: ShownLanguage) {
  document.documentElement.lang = language
  setDirection(infoOf(language).dir)
}

/** The same, and the next visit begins with it. */
function showFromNowOn(language: ShownLanguage) {
  if (isLanguage(language)) shown.set(shownText(language, infoOf(language).dir))
  return show(language)
}

const languageOf = (person: Language | null) =>
  languageFor({ person, chosen: chosen.get(), browser: navigator.languages, byDefault })

/** The longest wait for a catalogue, in ms. After that the screen comes in another language, and changes later. */
const MAX_WAIT = 4000
const soon = <T>(shown: Promise<T>) =>
  Promise.race([shown, new Promise<true>((resolve) => setTimeout(resolve, MAX_WAIT, true))])

/**
 * Shows the language that this browser has shown last, or the one that was chosen in it, or that it asks for.
 * `defaultLanguage` is for those that Muster does not speak. Follows the other tabs from then on. Resolves when the
 * words are there.
 */
export async function beginLanguage(defaultLanguage: Language) {
  byDefault = defaultLanguage
  addEventListener('storage', ({ key, newValue }) => {
    const language = key === SHOWN && languageOfShown(newValue)
    // It is not stored again, or two tabs could go on answering each other.
    if (language) void show(language)
  })
  await soon(show(languageOf(languageOfShown(shown.get()))))
  // `start.js` may have promised another language.
  markPage(shownNow())
}

/** Shows the language of a person; if they have chosen none, the browser's. Returns false if it cannot be read. */
export const showLanguageOf = ({ language }: { language: Language | null }) => soon(showFromNowOn(languageOf(language)))

/** Shows a language for a while, as to one of many people at a screen. False if it cannot be read. */
export const showForNow = (language: Language) => soon(show(language))

/** Chooses this browser's language; null for its own languages. Returns false if it cannot be read. */
export function chooseForBrowser(language: Language | null) {
  chosen.set(language)
  return showFromNowOn(languageOf(null))
}
