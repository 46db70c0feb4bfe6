import { Ellipsis, Trash2 } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { useBoardActions } from './board/board-context.ts'

/** The menu of rarely used task actions. */
export function MoreMenu({ className }: { className?: string }) {
  const i18n = useI18n()
  const { openDeleted } = useBoardActions()
  const mayRestore = useCan('task:restore')
  if (!mayRestore) return null
  return (
    <Menu
      trigger={
        <IconButton label={i18n.t('More')} className={className}>
          <Ellipsis aria-hidden="true" className="size-4.5" />
        </IconButton>
      }
    >
      <MenuEntry icon={Trash2} onSelect={openDeleted}>
        {i18n.t('Deleted tasks')}
      </MenuEntry>
    </Menu>
  )
}
