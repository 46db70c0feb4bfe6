import { DepartmentPicker } from '../components/choice/department-picker.tsx'
import { ListText } from '../components/files/list-text.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { useI18n } from '../language.ts'
import { Field } from '../ui/field.tsx'
import { PlacesPreview } from './paste-preview.tsx'
import { usePlacesPaste } from './use-paste.ts'

/** Turns a pasted list, a table or a file into places. People see each one before anything is created. */
export function PastePlacesDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const paste = usePlacesPaste(() => leaving.leave())
  const { text, type, departmentId, chooseDepartment, mayManage, used, faulty, isReady, isCreating, submit } = paste
  const example = exampleIn(i18n)
  const leaving = useLeaving(text.trim() !== '' && text !== example, onClose)
  return (
    <PlainFormDialog
      size="xl"
      title={i18n.t('Paste places')}
      description={i18n.t('Rooms and other places from a sheet. You see each one before anything is created.')}
      onClose={leaving.leave}
      askBeforeClose={leaving.askBeforeClose}
      submitLabel={
        isCreating
          ? i18n.t('Creating...')
          : used.length === 0
            ? i18n.t('Create places')
            : i18n.t('{count, plural, one {Create # place} other {Create # places}}', { count: used.length })
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
        <ListText
          text={text}
          onText={type}
          hint={i18n.t('Each line is a place. A range such as {example} makes a place of each number.', {
            example: '101–160',
          })}
        />
        <Field
          label={i18n.t('Department')}
          hint={i18n.t('For lines that name none. Problems reported there go to this department.')}
        >
          <DepartmentPicker
            may={mayManage}
            value={departmentId === null ? '' : String(departmentId)}
            onChange={(chosen) => chooseDepartment(chosen === '' ? null : Number(chosen))}
          />
        </Field>
      </div>
      <section
        aria-label={i18n.t('Preview')}
        className="flex min-h-0 min-w-0 flex-col lg:-me-6 lg:overflow-y-auto lg:overscroll-contain lg:pe-6"
      >
        <PlacesPreview paste={paste} onExample={() => type(example)} />
      </section>
    </PlainFormDialog>
  )
}

/** A list as people write them, in the language of the reader. */
const exampleIn = (i18n: ReturnType<typeof useI18n>) =>
  [`101–112, ${i18n.t('Floor 1')}`, `201–212, ${i18n.t('Floor 2')}`, i18n.t('Lobby'), i18n.t('Pool')].join('\n')
