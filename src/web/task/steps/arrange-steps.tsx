import { type Step, stepsApi } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall } from '../../api/queries.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { EditSteps, type UnsavedSteps } from '../../components/steps/edit-steps.tsx'
import { useI18n } from '../../language.ts'
import { toast } from '../../ui/toast.tsx'
import { showOrder } from './use-steps.ts'

/** Arranges the steps of a task. Each change is saved at once. `onUnsaved` receives unsaved text. */
export function ArrangeSteps({ task, steps, onUnsaved }: { task: Task; steps: Step[]; onUnsaved: UnsavedSteps }) {
  const { mutateAsync: create } = useCall(stepsApi.create)
  const { mutateAsync: update } = useCall(stepsApi.update)
  const { mutate: order } = useCall(stepsApi.order, {
    onError: tellFailure(msg('The order could not be saved')),
  })
  const remove = useRemoving()
  return (
    <EditSteps
      steps={steps}
      takesFocus
      onUnsaved={onUnsaved}
      actions={{
        add: (added) => create({ params: { id: task.id }, body: { steps: added } }),
        change: (id, body) => update({ params: { id }, body }),
        order(ids) {
          const ordered = ids.flatMap((id) => steps.filter((step) => step.id === id))
          showOrder(task.id, ordered)
          order({ params: { id: task.id }, body: { ids } })
        },
        remove,
      }}
    />
  )
}

/** Deletes a step; the toast takes it back. */
function useRemoving() {
  const i18n = useI18n()
  const { mutate: restore } = useCall(stepsApi.restore, {
    onError: tellFailure(msg('The step could not be restored')),
  })
  const { mutate: remove } = useCall(stepsApi.remove, {
    onSuccess: (_reply, { params }) =>
      toast({
        title: i18n.t('Step deleted'),
        action: {
          label: i18n.t('Undo'),
          altText: i18n.t('Add the step again'),
          onSelect: () => restore({ params }),
        },
      }),
    onError: tellFailure(msg('The step could not be deleted')),
  })
  return (id: number) => remove({ params: { id } })
}
