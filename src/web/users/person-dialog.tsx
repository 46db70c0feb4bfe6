import { useState } from 'react'
import { type Person, usersApi } from '../../shared/users.ts'
import { useReply } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMayManage } from './person-actions.tsx'
import { PersonForm } from './person-form.tsx'

/** The dialog that the address opens: a new user, or the one with this id. */
export const PersonDialog = ({ id, onClose }: { id?: string; onClose: () => void }) =>
  id === undefined ? <PersonForm onClose={onClose} /> : <Existing id={id} onClose={onClose} />

function Existing({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useReply(usersApi.list, { query: { inactive: 'true' } })
  const may = useMayManage()
  const [opened, setOpened] = useState<Person>()
  const person = data?.find((one) => one.id === id)
  // Decided once, so that nothing typed is lost when the person goes meanwhile.
  if (!opened && person && may(person).edit) setOpened(person)
  if (opened) return <PersonForm person={opened} onClose={onClose} />
  if (data) {
    return (
      <Dialog open onClose={onClose} title="Edit User" size="sm" footer={<Button onClick={onClose}>Close</Button>}>
        <p className="text-muted">
          {person ? 'Only somebody of higher rank may edit this user.' : 'There is no such user any more.'}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Edit User">
      {isError ? (
        <FailedState message="The user could not be loaded." onRetry={refetch} pending={isFetching} />
      ) : (
        <div role="status" className="flex flex-col gap-5">
          <span className="text-muted">Loading the user...</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Dialog>
  )
}
