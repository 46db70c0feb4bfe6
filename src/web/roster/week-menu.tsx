import { ArrowRightLeft, CalendarOff, ClipboardPaste, Copy, Ellipsis, Heart, Shapes, Trash2 } from 'lucide-react'
import { rosterApi } from '../../shared/roster.ts'
import { daysLater } from '../../shared/time/time.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useExchangeApproval } from './waiting-exchanges.tsx'

/** Further actions of planners on a week: copy the week before, templates, and take all drafts back. */
export function WeekMenu({
  departmentId,
  from,
  to,
  drafts,
  onTemplates,
  onPaste,
  onAbsence,
  onWishes,
}: {
  departmentId: number
  from: string
  to: string
  /** Changes of the week that are not published. */
  drafts: number
  onTemplates: () => void
  onPaste: () => void
  onAbsence: () => void
  onWishes: () => void
}) {
  const i18n = useI18n()
  /** Days. */
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const { mutateAsync: copy } = useCall(rosterApi.copy)
  const { mutateAsync: discard } = useCall(rosterApi.discard)
  const approval = useExchangeApproval(departmentId)
  const failed = (error: unknown) => toastError(messageOf(error, i18n.t('The plan could not be saved')))
  const copyWeek = async () => {
    try {
      const days = { from: daysLater(from, -length), to: daysLater(to, -length) }
      const { shifts } = await copy({ body: { departmentId, ...days, target: from, withPeople: true } })
      toast({
        title: i18n.t('{count, plural, one {# shift copied} other {# shifts copied}}', { count: shifts.length }),
      })
    } catch (error) {
      failed(error)
    }
  }
  const discardWeek = async () => {
    const isSure = await ask({
      text: i18n.t('Take back the drafts of this week? It is then as people see it now. This cannot be undone.'),
      stay: i18n.t('Cancel'),
      leave: i18n.t('Take back'),
    })
    if (!isSure) return
    try {
      await discard({ body: { departmentId, from, to } })
    } catch (error) {
      failed(error)
    }
  }
  return (
    <Menu
      trigger={
        <IconButton label={i18n.t('More')}>
          <Ellipsis aria-hidden="true" className="size-4.5" />
        </IconButton>
      }
    >
      <MenuEntry icon={Copy} onSelect={() => void copyWeek()}>
        {length > 7 ? i18n.t('Copy the weeks before') : i18n.t('Copy the week before')}
      </MenuEntry>
      <MenuEntry icon={ClipboardPaste} onSelect={onPaste}>
        {i18n.t('Paste a plan')}
      </MenuEntry>
      <MenuEntry icon={CalendarOff} onSelect={onAbsence}>
        {i18n.t('Add an absence')}
      </MenuEntry>
      <MenuEntry icon={Heart} onSelect={onWishes}>
        {i18n.t('Wishes of people')}
      </MenuEntry>
      <MenuEntry icon={Shapes} onSelect={onTemplates}>
        {i18n.t('Shift templates')}
      </MenuEntry>
      <MenuEntry icon={ArrowRightLeft} onSelect={() => void approval.toggle()}>
        {approval.needsApproval
          ? i18n.t('Exchange shifts without a manager')
          : i18n.t('Let managers decide about exchanges')}
      </MenuEntry>
      {drafts > 0 && (
        <MenuEntry icon={Trash2} onSelect={() => void discardWeek()}>
          {i18n.t('Take back the drafts')}
        </MenuEntry>
      )}
    </Menu>
  )
}
