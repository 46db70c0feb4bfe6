import { Printer, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { Ellipsis } from '../ui/dots.ts'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useBoardActions } from './board/board-context.ts'

const PrintedTasks = lazy(() =>
  import('./print/printed-tasks.tsx').then((module) => ({ default: module.PrintedTasks })),
)

/** The menu of rarely used task actions. */
export function MoreMenu({ className }: { className?: string }) {
  const i18n = useI18n()
  const { openDeleted } = useBoardActions()
  const mayRestore = useCan('task:restore')
  const [printing, setPrinting] = useState(false)
  const print = () => setPrinting(true)
  // The browser would print the rows that are drawn, which are those in view.
  useShortcut('mod+p', i18n.t('Print'), print)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={i18n.t('More')} className={className}>
            <Ellipsis aria-hidden="true" className="size-4.5" />
          </IconButton>
        }
      >
        <MenuEntry icon={Printer} onSelect={print}>
          {i18n.t('Print')}
        </MenuEntry>
        {mayRestore && (
          <MenuEntry icon={Trash2} onSelect={openDeleted}>
            {i18n.t('Deleted tasks')}
          </MenuEntry>
        )}
      </Menu>
      {printing && (
        <Suspense fallback={null}>
          <PrintedTasks onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  )
}
