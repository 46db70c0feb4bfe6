import type { Reader } from '../../shared/words/reader.ts'
import { ListText } from '../components/files/list-text.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { PasteFrame } from '../components/import-people/paste-frame.tsx'
import { useI18n } from '../language.ts'
import { PasteDefaults } from './paste-defaults.tsx'
import { PastePreview } from './paste-preview.tsx'
import { usePaste } from './use-paste.ts'

/** Turns a pasted list, or a file, into routines. People see each one before anything is created. */
export function PasteDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const paste = usePaste(() => leaving.leave())
  const { text, type, used, faulty, isReady, isCreating, submit } = paste
  const leaving = useLeaving(text.trim() !== '' && text !== exampleIn(i18n), onClose)
  return (
    <PasteFrame
      title={i18n.t('Paste a list')}
      description={i18n.t('Your checklists become routines. You see each one before anything is created.')}
      leaving={leaving}
      submitLabel={
        used.length === 0
          ? i18n.t('Create routines')
          : i18n.t('{count, plural, one {Create # routine} other {Create # routines}}', { count: used.length })
      }
      isCreating={isCreating}
      isReady={isReady}
      onSubmit={submit}
      problem={
        faulty.length > 0
          ? i18n.t('{count, plural, one {# line has an error} other {# lines have errors}}', { count: faulty.length })
          : undefined
      }
      preview={<PastePreview paste={paste} onExample={() => type(exampleIn(i18n))} />}
    >
      <PasteDefaults paste={paste} />
      <ListText
        text={text}
        onText={type}
        hint={i18n.t('Each line is a routine. The lines below it that begin with spaces or a dash are its steps.')}
      />
    </PasteFrame>
  )
}

/** A list as people write them, in the language of the reader. */
const exampleIn = (i18n: Reader['i18n']) =>
  [
    `06:00-07:30 ${i18n.t('Open the kitchen')}`,
    `- ${i18n.t('Fridge and freezer temperatures')}`,
    `- ${i18n.t('Gas and ovens on')}`,
    `- ${i18n.t('Delivery checked')}`,
    '',
    `14:00 ${i18n.t('Check the pool')}`,
    `- ${i18n.t('Chlorine and pH')}`,
    `- ${i18n.t('Towels')}`,
    '',
    `22:00 ${i18n.t('Close the bar')}`,
  ].join('\n')
