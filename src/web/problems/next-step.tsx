import { Phone } from 'lucide-react'
import { organisationApi } from '../../shared/organisation.ts'
import type { ReportedProblem } from '../../shared/problems.ts'
import { useReply } from '../api/queries.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { useI18n } from '../language.ts'
import { buttonClass } from '../ui/button.tsx'

/**
 * The next step if a report reaches nobody now: the emergency number of the house, and managers on duty elsewhere, if
 * they are known. Nothing if there is neither.
 */
export function NextStep({ managers = [] }: { managers?: ReportedProblem['onDutyElsewhere'] | undefined }) {
  const i18n = useI18n()
  const phone = useReply(organisationApi.get, {}).data?.emergencyPhone
  if (managers.length === 0 && !phone) return null
  return (
    <div className="flex w-full max-w-88 flex-col gap-3 rounded-card bg-sunken p-4">
      {phone && (
        <a
          href={`tel:${phone.replaceAll(/[^+*#\d]/g, '').replaceAll('#', '%23')}`}
          className={`${buttonClass('primary', 'lg')} h-auto! min-h-14 whitespace-normal! py-1.5 font-semibold leading-tight`}
        >
          <Phone aria-hidden="true" className="size-5" />
          <span className="min-w-0">
            <span className="block font-medium text-sm">{i18n.t('Emergency number')}</span>
            <bdi dir="ltr" className="tabular block wrap-anywhere">
              {phone}
            </bdi>
          </span>
        </a>
      )}
      {managers.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold text-sm">{i18n.t('Managers on duty elsewhere')}</h3>
          <ul className="flex flex-col gap-2">
            {managers.map((person) => (
              <li key={person.id} className="flex min-w-0 items-center gap-2.5">
                <Avatar person={person} />
                <span className="min-w-0">
                  <bdi className="block truncate font-medium">{fullName(person)}</bdi>
                  {person.department && <bdi className="block truncate text-muted text-sm">{person.department}</bdi>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
