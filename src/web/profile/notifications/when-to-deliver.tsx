import { type NotifyChoice, notifyChoices } from '../../../shared/fields.ts'
import { profileApi } from '../../../shared/profile.ts'
import { usualNotify } from '../../../shared/push.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useCall } from '../../api/queries.ts'
import { setViewer, useViewer } from '../../api/viewer.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { notifyLabels } from '../../components/labels/profile-labels.ts'
import { useI18n } from '../../language.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Note, Part } from './part.tsx'

const effects: Record<NotifyChoice, Message> = {
  on_duty: msg(
    'When you are off duty, your devices stay quiet. Notifications wait for your next clock-in. Only urgent messages with a reason, alerts about your account and your own reminders come immediately.',
  ),
  always: msg('You get notifications at any time, also when you are off duty.'),
}
const usual: Record<NotifyChoice, Message> = {
  on_duty: msg(
    'This is the default for users. If nobody in the department has clocked in for 30 days, they always get notifications.',
  ),
  always: msg('This is the default for managers and administrators.'),
}

/** Chooses when the viewer's devices ring. The role's default is shown until they have chosen. */
export function WhenToDeliver() {
  const viewer = useViewer()
  const i18n = useI18n()
  const save = useCall(profileApi.update, {
    onSuccess: setViewer,
    onError: tellFailure(msg('The choice could not be saved')),
  })
  const chosen = save.isPending ? (save.variables.body.notify ?? null) : viewer.notify
  const shown = chosen ?? usualNotify(viewer.role)
  return (
    <Part id="when-to-deliver" title={i18n.t('When you get notifications')}>
      <Segmented
        label={i18n.t('When you get notifications')}
        value={shown}
        onChange={(notify) => save.mutate({ body: { notify } })}
        choices={notifyChoices.map((value) => ({ value, label: i18n.t(notifyLabels[value]) }))}
        className="mt-2.5 max-sm:flex"
      />
      <Note>{i18n.t(effects[shown])}</Note>
      {chosen === null && <Note>{i18n.t(usual[shown])}</Note>}
    </Part>
  )
}
