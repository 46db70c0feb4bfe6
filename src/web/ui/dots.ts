import { createLucideIcon } from 'lucide-react'

/** Lucide's icons of dots, each drawn as one line: as circles they were nine of a card's fifty elements. */
const dots = (name: string, line: string) =>
  createLucideIcon(name, [['path', { d: line, strokeWidth: '4', key: 'dots' }]])

/** Opens a menu. */
export const Ellipsis = dots('ellipsis', 'M5 12h.01m6.99 0h.01m6.99 0h.01')
/** Can be dragged. */
export const GripVertical = dots('grip-vertical', 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01')
