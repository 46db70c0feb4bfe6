import { BookOpen, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { signInName } from '../../shared/sign-in-name.ts'
import { msg } from '../../shared/words/message.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { RoleBadge } from '../components/people/role-badge.tsx'
import { useI18n } from '../language.ts'
import { Backdrop } from '../ui/backdrop.tsx'
import { IconButton } from '../ui/button.tsx'
import { useGuardedClosing } from '../ui/guarded-closing.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { toastsBelow } from '../ui/toast.tsx'
import { Navigation, type ShownEntry, useEntries } from './navigation.tsx'
import { openPalette } from './overlay.ts'
import { PaletteButton } from './palette-button.tsx'
import { Brand, SidebarFoot } from './sidebar.tsx'

/** The navigation, with the library for SOP readers without an entry: on a phone people look in the drawer. */
function useDrawerEntries(): ShownEntry[] {
  const entries = useEntries()
  const maySeeSops = useCan('sop:read')
  if (!maySeeSops || entries.some(({ to }) => to === '/sops')) return entries
  const library: ShownEntry = { to: '/sops', label: msg('SOP library'), icon: BookOpen }
  const at = entries.findIndex(({ to }) => to === '/calendar') + 1
  return [...entries.slice(0, at), library, ...entries.slice(at)]
}

/** The sidebar's content on screens that have no room for the sidebar. Load it on demand. */
export function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const viewer = useViewer()
  const i18n = useI18n()
  const toPalette = useRef(false)
  const returnFocus = useReturnFocus(open, () => {
    if (toPalette.current) openPalette()
    toPalette.current = false
  })
  useGuardedClosing({ open, onClose, closesOnBack: true })
  const search = () => {
    toPalette.current = true
    onClose()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Backdrop open={open} className="z-40 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed inset-y-0 inset-s-0 z-50 flex w-[calc(19rem+var(--notch))] max-w-[85vw] flex-col overflow-y-auto bg-surface p-3 ps-[max(0.75rem,var(--notch))] pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float data-[state=closed]:animate-slide-out-start data-[state=open]:animate-slide-in-start"
        >
          <Radix.Title className="sr-only">{i18n.t('Menu')}</Radix.Title>
          <div ref={toastsBelow} className="mb-2 flex items-center justify-between">
            <Brand onNavigate={onClose} />
            <IconButton label={i18n.t('Close menu')} onClick={onClose}>
              <X aria-hidden="true" className="size-4.5" />
            </IconButton>
          </div>
          <PaletteButton onClick={search} />
          <Navigation shown={useDrawerEntries()} onNavigate={onClose} />
          <SidebarFoot>
            <div className="flex items-center gap-3 border-line border-t px-2 pt-4 pb-2 touch:px-3">
              <Avatar person={viewer} size="lg" />
              <div className="min-w-0 flex-1">
                <p dir="auto" className="truncate font-semibold">
                  {fullName(viewer)}
                </p>
                <p dir="ltr" className="truncate text-muted text-sm">
                  {signInName(viewer)}
                </p>
              </div>
              <RoleBadge role={viewer.role} />
            </div>
          </SidebarFoot>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
