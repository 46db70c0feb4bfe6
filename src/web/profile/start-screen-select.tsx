import { startScreens } from '../../shared/fields.ts'
import { profileApi } from '../../shared/profile.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { setViewer, useViewer } from '../api/viewer.ts'
import { tellFailure } from '../components/forms/tell.ts'
import { startScreenLabels } from '../components/labels/profile-labels.ts'
import { Select } from '../ui/field.tsx'
import { SelectOptions } from '../ui/select-options.tsx'

/** Chooses the screen at which phones after a sign-in, and the installed app, open. */
export function StartScreenSelect({ labelledBy }: { labelledBy: string }) {
  const viewer = useViewer()
  const save = useCall(profileApi.update, {
    onSuccess: setViewer,
    onError: tellFailure(msg('The start screen could not be saved')),
  })
  const shown = save.isPending ? save.variables.body.startScreen : viewer.startScreen
  return (
    <Select
      aria-labelledby={labelledBy}
      value={shown ?? 'today'}
      onChange={({ target }) =>
        save.mutate({ body: { startScreen: startScreens.find((screen) => screen === target.value) ?? null } })
      }
    >
      <SelectOptions values={['today', 'dashboard'] as const} labels={startScreenLabels} />
    </Select>
  )
}
