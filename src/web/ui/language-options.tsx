import { type Language, languageCodes, languages } from '../../shared/words/languages.ts'

/** The languages as options of a select, each by its own name, for people who cannot read the page. */
export const LanguageOptions = () =>
  languageCodes.map((code) => (
    <option key={code} value={code} lang={code}>
      {languages[code].name}
    </option>
  ))

/** The language of a chosen option; null for one that is no language. */
export const languageOfOption = (value: string): Language | null => languageCodes.find((code) => code === value) ?? null
