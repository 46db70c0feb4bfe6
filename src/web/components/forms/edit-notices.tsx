import { useEffect, useRef } from 'react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import type { useEditing } from './use-editing.ts'

const box = 'flex flex-col gap-3 rounded-control border p-3.5 outline-none'

type Editing = Pick<ReturnType<typeof useEditing>, 'isGone' | 'theirFields' | 'keepMine' | 'takeTheirs'>

/**
 * Messages in a form when somebody else has changed or deleted the row that is being edited. `changed` and `gone` are
 * their words, `isGone`: the page has learned that the row was deleted.
 */
export function EditNotices({
  editing,
  isGone,
  changed,
  gone,
}: {
  editing: Editing
  isGone: boolean
  changed: string
  gone: string
}) {
  const { theirFields } = editing
  return (
    <>
      {(isGone || editing.isGone) && (
        <p role="alert" className={cx(box, 'border-overdue/40 bg-overdue-soft')}>
          {gone}
        </p>
      )}
      {theirFields && <ConflictNotice {...editing} title={changed} theirFields={theirFields} />}
    </>
  )
}

/** Other people's values in fields that the viewer has changed as well, and the choice between the two. */
function ConflictNotice({
  title,
  theirFields,
  keepMine,
  takeTheirs,
}: { title: string; theirFields: NonNullable<Editing['theirFields']> } & Editing) {
  const i18n = useI18n()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={cx(box, 'border-accent/40 bg-accent-soft')}>
      <p className="font-semibold">{title}</p>
      <p className="text-pretty">
        {i18n.t('What you typed is not lost: it is in the form below. The other person has set:')}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {theirFields.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="line-clamp-4 whitespace-pre-wrap font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={keepMine}>{i18n.t('Keep mine')}</Button>
        <Button onClick={takeTheirs}>{i18n.t('Take theirs')}</Button>
      </div>
    </div>
  )
}
