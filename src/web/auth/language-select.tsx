import { ChevronDown, Globe } from 'lucide-react'
import { useState } from 'react'
import type { Language } from '../../shared/words/languages.ts'
import { chooseForBrowser, i18nNow, useI18n } from '../language.ts'
import { LanguageOptions, languageOfOption } from '../ui/language-options.tsx'
import { toastError } from '../ui/toast.tsx'

/** Chooses the language of this browser before anybody has signed in. Its icon and its names need no reading. */
export function VisitorLanguageSelect({ className }: { className: string }) {
  const i18n = useI18n()
  const [coming, setComing] = useState<Language | null>(null)
  const choose = async (language: Language | null) => {
    setComing(language)
    const isShown = await chooseForBrowser(language)
    setComing(null)
    if (isShown) return
    const i18n = i18nNow()
    toastError(i18n.t('No connection. Please try again.'))
  }
  return (
    <span className={className}>
      <span className="relative flex items-center rounded-control hover:bg-current/10">
        <Globe aria-hidden="true" className="pointer-events-none absolute inset-s-2.5 size-4" />
        <select
          aria-label={i18n.t('Language')}
          value={coming ?? languageOfOption(i18n.locale) ?? 'en'}
          onChange={({ target }) => void choose(languageOfOption(target.value))}
          className="field-sizing-content h-8.5 cursor-pointer appearance-none rounded-control bg-transparent ps-8 pe-8 font-medium focus-visible:outline-current touch:h-11 touch:text-lg [&>option]:bg-surface [&>option]:text-text"
        >
          <LanguageOptions />
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-e-2.5 size-4" />
      </span>
    </span>
  )
}
