import { RotateCcw, Trash2, X } from 'lucide-react'
import { type Department, NewDepartment } from '../../shared/departments.ts'
import { describeError, useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Input } from '../ui/field.tsx'

/** The names of departments to come. Each can be changed and taken out. */
export function NewNames({ names, onChange }: { names: readonly string[]; onChange: (names: string[]) => void }) {
  const i18n = useI18n()
  if (names.length === 0) return null
  return (
    <ul aria-label={i18n.t('New departments')} className="grid gap-2 md:grid-cols-2">
      {names.map((name, index) => {
        const fault =
          name.trim() === '' ? undefined : NewDepartment.shape.name.safeParse(name).error?.issues[0]?.message
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is what the field at its place holds
          <li key={index}>
            <span className="flex items-center gap-1">
              <Input
                value={name}
                aria-label={i18n.t('Name of department {number}', { number: index + 1 })}
                aria-invalid={fault ? true : undefined}
                autoFocus={name === ''}
                onChange={({ target }) => onChange(names.with(index, target.value))}
              />
              <IconButton
                label={
                  name
                    ? i18n.t('Leave out {name}', { name })
                    : i18n.t('Leave out department {number}', { number: index + 1 })
                }
                onClick={() => onChange(names.toSpliced(index, 1))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </span>
            {fault && <p className="mt-1 font-medium text-overdue text-sm">{describeError(fault, i18n)}</p>}
          </li>
        )
      })}
    </ul>
  )
}

/** The departments that exist. Those that nothing belongs to can be marked for removal. */
export function Existing({
  departments,
  emptyIds,
  removed,
  onToggle,
}: {
  departments: readonly Department[]
  emptyIds: ReadonlySet<number>
  removed: ReadonlySet<number>
  onToggle: (id: number) => void
}) {
  const i18n = useI18n()
  if (departments.length === 0) return null
  return (
    <section aria-labelledby="existing-departments">
      <h3 id="existing-departments" className="mb-1.5 font-medium text-sm">
        {i18n.t('Departments that exist')}
      </h3>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-card border border-line">
        {departments.map(({ id, name }) => {
          const isRemoved = removed.has(id)
          return (
            <li key={id} className="flex min-h-11 items-center gap-3 py-1.5 ps-4 pe-1.5">
              <span dir="auto" className={cx('min-w-0 flex-1 wrap-anywhere', isRemoved && 'text-muted line-through')}>
                {name}
              </span>
              {isRemoved && <Badge tone="overdue">{i18n.t('Will be deleted')}</Badge>}
              {!emptyIds.has(id) && <span className="pe-2.5 text-muted text-sm">{i18n.t('In use')}</span>}
              {emptyIds.has(id) && (
                <IconButton
                  label={isRemoved ? i18n.t('Keep {name}', { name }) : i18n.t('Delete {name}', { name })}
                  onClick={() => onToggle(id)}
                >
                  {isRemoved ? (
                    <RotateCcw aria-hidden="true" className="size-4" />
                  ) : (
                    <Trash2 aria-hidden="true" className="size-4" />
                  )}
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
