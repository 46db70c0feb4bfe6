import type { SopSearchResult } from '../../../shared/sops.ts'
import { type Hit, hitsIn, type Word } from './words.ts'

const BEFORE = 60
const AFTER = 140
/** Half a character, where a cut has divided one. */
const HALF = /\p{Surrogate}/gu

/** The words around the first place where most of what was searched for stands together, with the finds marked. */
export function excerptOf(text: string, words: Word[]): SopSearchResult['excerpt'] {
  const hits = hitsIn(text, words)
  const around = bestOf(hits) ?? { begin: 0, end: 0 }
  const begin = wordBoundary(text, around.begin - BEFORE, 1)
  const end = wordBoundary(text, around.end + AFTER, -1)
  return marked(text, begin, end, hits)
}

/** The first one after which most others follow soon. */
function bestOf(hits: Hit[]) {
  let best = hits[0]
  let most = 0
  let behind = 0
  for (const [at, hit] of hits.entries()) {
    while (behind < hits.length && (hits[behind]?.begin ?? 0) < hit.begin + AFTER) behind += 1
    if (behind - at > most) {
      most = behind - at
      best = hit
    }
  }
  return best
}

/** The nearest place between words from there on, in that direction. */
function wordBoundary(text: string, from: number, step: 1 | -1) {
  if (from <= 0) return 0
  if (from >= text.length) return text.length
  let at = from
  for (let attempts = 0; attempts < 30 && at > 0 && at < text.length && text[at] !== ' '; attempts += 1) at += step
  return at
}

function marked(text: string, begin: number, end: number, hits: Hit[]) {
  const parts: SopSearchResult['excerpt'] = []
  const add = (piece: string, isHit: boolean) => piece && parts.push({ text: piece.replace(HALF, ''), isHit })
  let at = begin
  for (const hit of hits.filter((each) => each.begin >= begin && each.end <= end)) {
    add(text.slice(at, hit.begin), false)
    add(text.slice(hit.begin, hit.end), true)
    at = hit.end
  }
  add(text.slice(at, end), false)
  if (begin > 0) parts.unshift({ text: '… ', isHit: false })
  if (end < text.length) parts.push({ text: ' …', isHit: false })
  return parts
}
