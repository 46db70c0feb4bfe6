import type { SopSearchResult } from '../../../shared/sops.ts'
import { type Hit, hitsIn, type PageWord } from './words.ts'

/** How many characters stand before and after the first hit of an excerpt. */
const BEFORE = 60
const AFTER = 140
/** Half a character, where a cut has divided one. */
const HALF_CHARACTER = /\p{Surrogate}/gu

/** The text around the first place where most of the searched words stand together, with the hits marked. */
export function excerptOf(text: string, words: PageWord[]): SopSearchResult['excerpt'] {
  const hits = hitsIn(text, words)
  const around = densestHit(hits) ?? { begin: 0, end: 0 }
  const begin = wordBoundary(text, around.begin - BEFORE, 1)
  const end = wordBoundary(text, around.end + AFTER, -1)
  return marked(text, begin, end, hits)
}

/** The first of the hits that have the most hits soon after them. `hits` are in order. */
function densestHit(hits: Hit[]) {
  let densest = hits[0]
  let max = 0
  let next = 0
  for (const [index, hit] of hits.entries()) {
    while (next < hits.length && (hits[next]?.begin ?? 0) < hit.begin + AFTER) next += 1
    if (next - index > max) {
      max = next - index
      densest = hit
    }
  }
  return densest
}

/** The nearest boundary of a word from there on, in one direction, at most 30 characters away. */
function wordBoundary(text: string, from: number, step: 1 | -1) {
  if (from <= 0) return 0
  if (from >= text.length) return text.length
  let position = from
  for (let steps = 0; steps < 30 && position > 0 && position < text.length && text[position] !== ' '; steps += 1)
    position += step
  return position
}

function marked(text: string, begin: number, end: number, hits: Hit[]) {
  const parts: SopSearchResult['excerpt'] = []
  const add = (piece: string, isHit: boolean) => piece && parts.push({ text: piece.replace(HALF_CHARACTER, ''), isHit })
  let position = begin
  for (const hit of hits.filter((hit) => hit.begin >= begin && hit.end <= end)) {
    add(text.slice(position, hit.begin), false)
    add(text.slice(hit.begin, hit.end), true)
    position = hit.end
  }
  add(text.slice(position, end), false)
  if (begin > 0) parts.unshift({ text: '… ', isHit: false })
  if (end < text.length) parts.push({ text: ' …', isHit: false })
  return parts
}
