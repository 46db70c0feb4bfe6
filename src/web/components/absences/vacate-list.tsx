import { useI18n } from '../../language.ts'
import type { ShiftInTheWay } from './shifts-in-the-way.ts'

/** The shifts that become open, if the absence counts. */
export function VacateList({ shifts }: { shifts: readonly ShiftInTheWay[] }) {
  const i18n = useI18n()
  return (
    <div>
      <p>
        {i18n.t('{count, plural, one {This shift becomes open:} other {These # shifts become open:}}', {
          count: shifts.length,
        })}
      </p>
      <ul className="mt-1.5 max-h-60 list-disc overflow-y-auto ps-5">
        {shifts.map(({ key, words }) => (
          <li key={key} className="tabular">
            {words}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-sm">{i18n.t('Colleagues can take published ones at once.')}</p>
    </div>
  )
}
