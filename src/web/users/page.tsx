import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { useReply } from '../api/queries.ts'
import { useAccounts } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Tabs } from '../ui/tabs.tsx'
import { Departments } from './departments.tsx'
import { PeopleList } from './people.tsx'
import { closedDialogs, readUsersSearch } from './search-params.ts'

const AccountDialog = lazyPart(() => import('./person-dialog.tsx'), 'AccountDialog')
const SetPasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'SetPasswordDialog')
const ImportDialog = lazyPart(() => import('../components/import-people/import-dialog.tsx'), 'ImportDialog')
const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')
const PinOfDialog = lazyPart(() => import('./new-pin-dialog.tsx'), 'PinOfDialog')
const SessionsDialog = lazyPart(() => import('./sessions-dialog.tsx'), 'SessionsDialog')
const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), 'LeaveDialog')
const DepartmentDialog = lazyPart(() => import('./department-dialog.tsx'), 'DepartmentDialog')

/** People and departments, each in a tab, and the dialog in the address. */
export function UsersPage() {
  const i18n = useI18n()
  const search = useAddress(readUsersSearch)
  const { close } = useAddressDialog(closedDialogs)
  const navigate = useNavigate({ from: '/admin/users' })
  const people = useAccounts()
  const departments = useReply(departmentsApi.list, {})
  const tab = search.tab ?? 'people'
  return (
    <>
      <Tabs
        label={i18n.t('People and departments')}
        value={tab}
        onChange={(next) => void navigate({ search: next === 'departments' ? { tab: next } : {}, replace: true })}
        tabs={[
          { value: 'people', label: i18n.t('Users'), count: people.data?.length },
          { value: 'departments', label: i18n.t('Departments'), count: departments.data?.length },
        ]}
      >
        {tab === 'people' ? (
          <PeopleList people={people} search={search} />
        ) : (
          <Departments departments={departments} people={people.data} />
        )}
      </Tabs>
      <Suspense fallback={null}>
        {search.new && <AccountDialog onClose={close} />}
        {search.edit && <AccountDialog key={search.edit} id={search.edit} onClose={close} />}
        {search.password && <SetPasswordDialog key={search.password} id={search.password} onClose={close} />}
        {search.import && <ImportDialog onClose={close} />}
        {search.pin && <PinOfDialog key={search.pin} id={search.pin} onClose={close} />}
        {search.invite && <InviteDialog key={search.invite} id={search.invite} onClose={close} />}
        {search.sessions && <SessionsDialog key={search.sessions} id={search.sessions} onClose={close} />}
        {search.leave && (
          <LeaveDialog key={search.leave} id={search.leave} isDeleting={search.deleting === true} onClose={close} />
        )}
        {search.place !== undefined && (
          <DepartmentDialog key={search.place} id={search.place || undefined} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
