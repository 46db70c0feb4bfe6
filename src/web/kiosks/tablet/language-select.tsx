import { Globe } from 'lucide-react'
import type { Language } from '../../../shared/words/languages.ts'
import { useI18n } from '../../language.ts'
import { LanguageOptions, languageOfOption } from '../../ui/language-options.tsx'

/** The language of the kiosk for the person who stands before it. It is not kept. */
export function LanguageSelect({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const i18n = useI18n()
  return (
    <span className="relative flex items-center text-muted">
      <Globe aria-hidden="true" className="pointer-events-none absolute inset-s-3 size-5" />
      <select
        aria-label={i18n.t('Language')}
        value={value}
        onChange={({ target }) => {
          const language = languageOfOption(target.value)
          if (language) onChange(language)
        }}
        className="field-sizing-content h-12 cursor-pointer appearance-none rounded-control bg-transparent ps-10 pe-3 font-medium text-md hover:bg-hover [&>option]:bg-surface [&>option]:text-text"
      >
        <LanguageOptions />
      </select>
    </span>
  )
}
