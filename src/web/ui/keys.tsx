import { Fragment } from 'react'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useI18n } from '../language.ts'
import { cx } from './class-names.ts'
import { isMac } from './shortcuts.ts'

const signs: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
}

/** The name on the key. On keyboards of some languages it is another word. */
const words: Record<string, Message> = { Escape: msg('Esc ##key'), Space: msg('Space ##key') }

const nameOf = (key: string, i18n: Reader['i18n']) =>
  words[key] ? i18n.t(words[key]) : (signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))

/** The keys of a shortcut: "g t" is shown as G then T. Several arrows stand for any one of them. */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  const i18n = useI18n()
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1 text-muted text-xs', className)}>
      {keys.split(' ').map((chord, index) => (
        <Fragment key={chord}>
          {index > 0 && !chord.startsWith('Arrow') && <span>{i18n.t('then')}</span>}
          <span dir="ltr" className="inline-flex gap-1">
            {chord.split('+').map((key) => (
              <kbd
                key={key}
                className="grid h-5 min-w-5 place-items-center rounded-[5px] border border-line bg-surface px-1 font-medium font-sans leading-none"
              >
                {nameOf(key, i18n)}
              </kbd>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  )
}
