import { Suspense } from 'react'
import { may } from '../../shared/permissions.ts'
import { routinesApi } from '../../shared/routines.ts'
import { hasStatus } from '../api/call-endpoint.ts'
import { whenIdle } from '../api/first-screen.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useI18n } from '../language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { RoutineDetail } from './detail.tsx'
import type { RoutineSearch } from './search-params.ts'

const loadForms = () => import('./routine-form.tsx')
const CreateRoutine = lazyPart(loadForms, 'CreateRoutine')
const EditRoutine = lazyPart(loadForms, 'EditRoutine')
const PasteDialog = lazyPart(() => import('./paste-dialog.tsx'), 'PasteDialog')
whenIdle(loadForms)

export type OpenDialog = (dialog: Pick<RoutineSearch, 'routine' | 'form' | 'from'>) => void

/** The dialogs that the address opens: a routine, its form, the form of a new one, or the list to paste. */
export function RoutineDialogs({
  search: { routine, form, from },
  open,
  onClose,
}: {
  search: RoutineSearch
  open: OpenDialog
  onClose: () => void
}) {
  const i18n = useI18n()
  const mayManage = useCan('routine:manage')
  if (form === 'new' || form === 'list') {
    if (!mayManage) {
      return (
        <MessageDialog title={i18n.t('New Routine')} onClose={onClose}>
          {i18n.t('You cannot create routines. Ask a manager of your department.')}
        </MessageDialog>
      )
    }
    return (
      <Suspense fallback={null}>
        {form === 'new' ? (
          <CreateRoutine key={from ?? 'new'} from={from} onClose={onClose} />
        ) : (
          <PasteDialog onClose={onClose} />
        )}
      </Suspense>
    )
  }
  return routine === undefined ? null : (
    <Existing key={routine} id={routine} isEditing={form === 'edit'} open={open} onClose={onClose} />
  )
}

function Existing({
  id,
  isEditing,
  open,
  onClose,
}: {
  id: number
  isEditing: boolean
  open: OpenDialog
  onClose: () => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const query = useReply(routinesApi.get, { params: { id } })
  const { data, error } = query
  const isGone = hasStatus(error, 404)
  if (!data && isGone) {
    return (
      <MessageDialog title={i18n.t('Routine')} onClose={onClose}>
        {i18n.t('This routine does not exist, or you cannot see it.')}
      </MessageDialog>
    )
  }
  if (!data) {
    return (
      <OpeningDialog
        title={i18n.t('Routine')}
        loading={i18n.t('Loading the routine...')}
        failure={i18n.t('The routine could not be loaded.')}
        fields={['h-9', 'h-20', 'h-9']}
        query={query}
        onClose={onClose}
      />
    )
  }
  if (isEditing && may(viewer, 'routine:manage', data)) {
    return (
      <Suspense fallback={null}>
        <EditRoutine routine={data} isGone={isGone} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <RoutineDetail
      routine={data}
      isGone={isGone}
      onEdit={() => open({ routine: id, form: 'edit' })}
      onClose={onClose}
    />
  )
}
