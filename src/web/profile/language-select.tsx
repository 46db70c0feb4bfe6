import { profileApi } from '../../shared/profile.ts'
import type { Language } from '../../shared/words/languages.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { setViewer, useViewer } from '../api/viewer.ts'
import { tellFailure } from '../components/forms/tell.ts'
import { chooseForBrowser, loadLanguage, useI18n } from '../language.ts'
import { Select } from '../ui/field.tsx'
import { LanguageOptions, languageOfOption } from '../ui/language-options.tsx'

/** Chooses the viewer's language. The page changes as soon as it is saved. */
export function LanguageSelect({ labelledBy }: { labelledBy: string }) {
  const viewer = useViewer()
  const i18n = useI18n()
  const save = useCall(profileApi.update, {
    onSuccess: async (viewer) => {
      // The browser's is the one that it asks for, not the one that somebody has chosen before they signed in.
      if (viewer.language === null) await chooseForBrowser(null)
      await setViewer(viewer)
    },
    onError: tellFailure(msg('The language could not be saved')),
  })
  const choose = (language: Language | null) => {
    // While it is being saved.
    if (language) void loadLanguage(language)
    save.mutate({ body: { language } })
  }
  const shown = save.isPending ? save.variables.body.language : viewer.language
  return (
    <Select
      aria-labelledby={labelledBy}
      value={shown ?? ''}
      onChange={({ target }) => choose(languageOfOption(target.value))}
    >
      <option value="">{i18n.t('As in the browser')}</option>
      <LanguageOptions />
    </Select>
  )
}
