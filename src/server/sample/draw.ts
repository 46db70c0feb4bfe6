import { crc32, deflateSync } from 'node:zlib'

/** Draws the sample hotel's photos. They are made here, so that no picture of somebody else is in the repository. */

/** Red, green and blue, as `#1a2b3c`. */
export type Colour = `#${string}`
export type Point = readonly [x: number, y: number]

export type Shape =
  | { kind: 'rect'; at: Point; size: Point; round?: number; fill: Colour }
  | { kind: 'ellipse'; at: Point; radius: Point; fill: Colour }
  | { kind: 'line'; through: readonly Point[]; width: number; fill: Colour }

/** A picture of 400 by 300 units: its background's colours from top to bottom, and the parts on it, top one last. */
export interface Scene {
  top: Colour
  bottom: Colour
  shapes: readonly Shape[]
}

const [WIDTH, HEIGHT] = [400, 300]

/** A PNG of a scene. `scale`: pixels of a unit. */
export function draw(scene: Scene, scale: number): { png: Buffer; width: number; height: number } {
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)]
  const pixels = Buffer.alloc(width * height * 3)
  const [top, bottom] = [rgb(scene.top), rgb(scene.bottom)]
  for (let y = 0; y < height; y++) {
    const share = y / height
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++)
        pixels[(y * width + x) * 3 + c] = (top[c] ?? 0) + ((bottom[c] ?? 0) - (top[c] ?? 0)) * share
  }
  for (const shape of scene.shapes) paint(pixels, width, height, scale, shape)
  return { png: pngOf(pixels, width, height), width, height }
}

/** Paints one shape with soft edges. */
function paint(pixels: Buffer, width: number, height: number, scale: number, shape: Shape) {
  const colour = rgb(shape.fill)
  const [left, upper, right, lower] = boundsOf(shape).map((edge) => edge * scale) as [number, number, number, number]
  for (let y = Math.max(0, Math.floor(upper)); y < Math.min(height, Math.ceil(lower)); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x++) {
      const outside = distance(shape, (x + 0.5) / scale, (y + 0.5) / scale) * scale
      const cover = Math.min(1, Math.max(0, 0.5 - outside))
      if (cover === 0) continue
      for (let c = 0; c < 3; c++) {
        const at = (y * width + x) * 3 + c
        pixels[at] = (pixels[at] ?? 0) * (1 - cover) + (colour[c] ?? 0) * cover
      }
    }
  }
}

/** How far a point lies outside the shape, in units; negative within it. */
function distance(shape: Shape, x: number, y: number): number {
  if (shape.kind === 'rect') {
    const { at, size, round = 0 } = shape
    const [halfX, halfY] = [size[0] / 2, size[1] / 2]
    const dx = Math.abs(x - at[0] - halfX) - halfX + round
    const dy = Math.abs(y - at[1] - halfY) - halfY + round
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round
  }
  if (shape.kind === 'ellipse') {
    const { at, radius } = shape
    return (Math.hypot((x - at[0]) / radius[0], (y - at[1]) / radius[1]) - 1) * Math.min(...radius)
  }
  const { through, width } = shape
  return Math.min(...through.slice(1).map((to, index) => toSegment(x, y, through[index] ?? to, to))) - width / 2
}

function toSegment(x: number, y: number, from: Point, to: Point) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const along = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy)
}

/** Left, upper, right and lower edge, in units. */
function boundsOf(shape: Shape): [number, number, number, number] {
  if (shape.kind === 'rect') {
    const { at, size } = shape
    return [at[0] - 1, at[1] - 1, at[0] + size[0] + 1, at[1] + size[1] + 1]
  }
  if (shape.kind === 'ellipse') {
    const { at, radius } = shape
    return [at[0] - radius[0] - 1, at[1] - radius[1] - 1, at[0] + radius[0] + 1, at[1] + radius[1] + 1]
  }
  const [xs, ys] = [shape.through.map(([x]) => x), shape.through.map(([, y]) => y)]
  const margin = shape.width / 2 + 1
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin]
}

const rgb = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** A PNG of eight bits a colour, without transparency. */
function pngOf(pixels: Buffer, width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width * 3 + 1))
  // The "up" filter: rows that are alike become zeros.
  for (let y = 0; y < height; y++) {
    const row = y * (width * 3 + 1)
    rows[row] = 2
    for (let at = 0; at < width * 3; at++)
      rows[row + 1 + at] = (pixels[y * width * 3 + at] ?? 0) - (y === 0 ? 0 : (pixels[(y - 1) * width * 3 + at] ?? 0))
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
