import { DepartmentPicker } from '../components/choice/department-picker.tsx'
import { ListText } from '../components/files/list-text.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { PasteFrame } from '../components/import-people/paste-frame.tsx'
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
    <PasteFrame
      title={i18n.t('Paste places')}
      description={i18n.t('Rooms and other places from a sheet. You see each one before anything is created.')}
      leaving={leaving}
      submitLabel={
        used.length === 0
          ? i18n.t('Create places')
          : i18n.t('{count, plural, one {Create # place} other {Create # places}}', { count: used.length })
      }
      isCreating={isCreating}
      isReady={isReady}
      onSubmit={submit}
      problem={
        faulty.length > 0
          ? i18n.t('{count, plural, one {# line has an error} other {# lines have errors}}', { count: faulty.length })
          : undefined
      }
      preview={<PlacesPreview paste={paste} onExample={() => type(example)} />}
    >
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
    </PasteFrame>
  )
}

/** A list as people write them, in the language of the reader. */
const exampleIn = (i18n: ReturnType<typeof useI18n>) =>
  [`101–112, ${i18n.t('Floor 1')}`, `201–212, ${i18n.t('Floor 2')}`, i18n.t('Lobby'), i18n.t('Pool')].join('\n')
