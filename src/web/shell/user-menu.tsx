import { useViewer } from '../api/viewer.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { useI18n } from '../language.ts'
import { usePanel } from '../ui/panel.ts'

const loadPanel = () => import('./user-menu-panel.tsx').then((module) => module.UserMenuPanel)

/** One's picture or initials, which open the entries beside the navigation. */
export function UserMenu() {
  const viewer = useViewer()
  const i18n = useI18n()
  const { triggerProps, Panel, panelProps } = usePanel('menu', loadPanel)
  return (
    <>
      <button
        {...triggerProps}
        type="button"
        aria-label={i18n.t('Account of {name}', { name: fullName(viewer) })}
        className="grid size-8.5 shrink-0 place-items-center rounded-full hover:brightness-95 touch:size-11"
      >
        <Avatar person={viewer} size="lg" />
      </button>
      {Panel && <Panel {...panelProps} />}
    </>
  )
}
