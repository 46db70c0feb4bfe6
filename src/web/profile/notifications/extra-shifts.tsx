import { profileApi } from '../../../shared/profile.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall } from '../../api/queries.ts'
import { setViewer, useViewer } from '../../api/viewer.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { useI18n } from '../../language.ts'
import { Switch } from '../../ui/switch.tsx'
import { Part } from './part.tsx'

/** Chooses whether planners may ask the viewer for extra shifts off duty. */
export function ExtraShifts() {
  const viewer = useViewer()
  const i18n = useI18n()
  const save = useCall(profileApi.update, {
    onSuccess: setViewer,
    onError: tellFailure(msg('The choice could not be saved')),
  })
  const chosen = save.isPending ? save.variables.body.wantsExtraShifts : viewer.wantsExtraShifts
  return (
    <Part id="extra-shifts" title={i18n.t('Extra shifts')}>
      <div className="mt-2.5">
        <Switch
          label={i18n.t('Ask me for extra shifts')}
          note={i18n.t(
            'When a shift is open, planners may ask you also off duty: between 07:00 and 21:00, at most once a day.',
          )}
          checked={chosen ?? false}
          onChange={(wantsExtraShifts) => save.mutate({ body: { wantsExtraShifts } })}
        />
      </div>
    </Part>
  )
}
