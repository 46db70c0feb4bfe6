import type { Reader } from '../../shared/words/reader.ts'
import { ListText } from '../components/files/list-text.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
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
    <PlainFormDialog
      size="xl"
      title={i18n.t('Paste a list')}
      description={i18n.t('Your checklists become routines. You see each one before anything is created.')}
      onClose={leaving.leave}
      askBeforeClose={leaving.askBeforeClose}
      submitLabel={
        isCreating
          ? i18n.t('Creating...')
          : used.length === 0
            ? i18n.t('Create routines')
            : i18n.t('{count, plural, one {Create # routine} other {Create # routines}}', { count: used.length })
      }
      pending={isCreating}
      isReady={isReady || isCreating}
      onSubmit={submit}
      aside={
        faulty.length > 0 && (
          // The preview with the same words is a status: screen readers need them once.
          <p aria-hidden="true" className="font-medium text-overdue text-sm">
            {i18n.t('{count, plural, one {# line has an error} other {# lines have errors}}', {
              count: faulty.length,
            })}
          </p>
        )
      }
      formClass="grid gap-x-8 gap-y-6 lg:h-full lg:grid-cols-2"
    >
      <div className="flex min-h-0 min-w-0 flex-col gap-5 lg:-m-1 lg:overflow-y-auto lg:overscroll-contain lg:p-1">
        <PasteDefaults paste={paste} />
        <ListText
          text={text}
          onText={type}
          hint={i18n.t('Each line is a routine. The lines below it that begin with spaces or a dash are its steps.')}
        />
      </div>
      <section
        aria-label={i18n.t('Preview')}
        className="flex min-h-0 min-w-0 flex-col lg:-me-6 lg:overflow-y-auto lg:overscroll-contain lg:pe-6"
      >
        <PastePreview paste={paste} onExample={() => type(exampleIn(i18n))} />
      </section>
    </PlainFormDialog>
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
