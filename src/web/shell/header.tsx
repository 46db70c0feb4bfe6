import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { type RefObject, Suspense } from 'react'
import type { Notification } from '../../shared/notifications.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useViewer } from '../api/viewer.ts'
import { SampleNote, SampleStrip } from '../components/labels/sample-note.tsx'
import { DepartmentName } from '../components/people/department-name.tsx'
import { RoleBadge } from '../components/people/role-badge.tsx'
import { shortDepartment } from '../components/people/short-department.ts'
import { useI18n } from '../language.ts'
import { Bell } from '../notifications/bell.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { DepartmentMenu } from './department-menu.tsx'
import { PaletteIcon } from './palette-button.tsx'
import { useDrawer } from './use-drawer.tsx'
import { UserMenu } from './user-menu.tsx'

const ClaimInBell = lazyPart(() => import('../task/claim-in-bell.tsx'), 'ClaimInBell')

/** A problem that nobody has taken can be taken in its notification. */
const BellAction = ({ notification: { type, taskId } }: { notification: Notification }) =>
  type === 'problem' && taskId !== null ? (
    <Suspense fallback={null}>
      <ClaimInBell taskId={taskId} />
    </Suspense>
  ) : null

/** Above every screen: its title, the department filter, the bell and the user menu. */
export function Header({ title, heading }: { title: string; heading: RefObject<HTMLHeadingElement | null> }) {
  const viewer = useViewer()
  const notSmall = useMedia(NOT_SMALL)
  return (
    <header className="shrink-0 px-(--notch) border-line border-b bg-surface">
      <SampleStrip />
      <div className="flex items-center gap-2 py-2 pe-3 ps-1.5 thumb:ps-4 max-[17rem]:flex-wrap max-[17rem]:justify-between max-[17rem]:gap-y-0 md:gap-3 md:px-6 md:py-2.5">
        <DrawerButton />
        <div className="relative min-w-0 flex-1 max-[17rem]:order-last max-[17rem]:basis-full max-[17rem]:ps-2">
          <div className="flex items-center gap-2.5">
            <h1
              ref={heading}
              tabIndex={-1}
              className="truncate font-semibold text-xl leading-tight tracking-[-0.015em] outline-none"
            >
              {title}
            </h1>
            <SampleNote className="max-lg:hidden" />
          </div>
          {notSmall ? <Subtitle /> : <SmallDepartmentFilter />}
        </div>
        <PaletteIcon className="max-md:hidden lg:hidden" />
        {notSmall && <DepartmentFilter />}
        <Bell Action={BellAction} />
        <RoleBadge role={viewer.role} className="max-sm:hidden" />
        <UserMenu />
      </div>
    </header>
  )
}

function Subtitle() {
  const { name } = useDepartmentFilter()
  const i18n = useI18n()
  return (
    <p className="truncate text-muted text-sm leading-snug">
      {name === null ? i18n.t('Viewing All Departments') : i18n.t('Viewing {department}', { department: name })}
    </p>
  )
}

function DepartmentFilter() {
  const { label, mayChoose } = useDepartmentFilter()
  const i18n = useI18n()
  return (
    <DepartmentMenu
      align="end"
      trigger={
        <Button
          disabled={!mayChoose}
          aria-label={i18n.t('Department: {department}', { department: label })}
          className="max-w-64"
        >
          <DepartmentName name={label} />
          <ChevronDown aria-hidden="true" className="-me-0.5 size-4 text-muted" />
        </Button>
      }
    />
  )
}

/** On small screens the whole title is the button of the filter. */
function SmallDepartmentFilter() {
  const { name, mayChoose } = useDepartmentFilter()
  const i18n = useI18n()
  const short = name === null ? i18n.t('All Depts') : shortDepartment(name)
  return (
    <DepartmentMenu
      align="start"
      trigger={
        <button
          type="button"
          disabled={!mayChoose}
          aria-label={i18n.t('Department: {department}', { department: short })}
          className="before:-top-6 before:-bottom-1.5 flex max-w-full items-center gap-1 rounded-sm text-muted text-sm leading-snug before:absolute before:inset-x-0"
        >
          <span className="truncate">
            {name === null ? i18n.t('Viewing All Depts') : i18n.t('Viewing {department}', { department: short })}
          </span>
          {mayChoose && <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" />}
        </button>
      }
    />
  )
}

/** Opens the drawer. A phone held upright has it in the bar at its foot. */
function DrawerButton() {
  const { triggerProps, drawer } = useDrawer()
  const i18n = useI18n()
  return (
    <>
      <IconButton label={i18n.t('Open menu')} {...triggerProps} className="md:-ms-3 lg:hidden thumb:hidden">
        <MenuIcon aria-hidden="true" className="size-5" />
      </IconButton>
      {drawer}
    </>
  )
}
