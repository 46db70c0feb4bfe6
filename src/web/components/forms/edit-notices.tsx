import { type ReactNode, useEffect, useRef } from 'react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

/** Messages in a form when somebody else has changed or deleted the row that is being edited. */

const box = 'flex flex-col gap-3 rounded-control border p-3.5 outline-none'

/** A field that somebody else has changed too: its label, and their value. */
export interface TheirField {
  name: string
  label: string
  value: ReactNode
}

/** Other people's values in fields that the viewer has changed as well, and the choice between the two. */
export function ConflictNotice({
  title,
  fields,
  onKeepMine,
  onTakeTheirs,
}: {
  title: string
  fields: TheirField[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
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
        {fields.map(({ name, label, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="line-clamp-4 whitespace-pre-wrap font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>{i18n.t('Keep mine')}</Button>
        <Button onClick={onTakeTheirs}>{i18n.t('Take theirs')}</Button>
      </div>
    </div>
  )
}

/** The edited row was deleted, or the viewer can no longer see it. */
export const GoneNotice = ({ children }: { children: string }) => (
  <p role="alert" className={cx(box, 'border-overdue/40 bg-overdue-soft')}>
    {children}
  </p>
)
