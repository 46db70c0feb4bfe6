import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { divide } from '../scripts/first-script.mjs'

const runtime = 'let a=1,b=e=>e+a;export{b as n,a as t};'
/** Runs the classic script, and returns its exports for other scripts. */
function run(code: string) {
  const { classic, module } = divide(code, () => runtime)
  const context = {
    document: { currentScript: { src: 'https://muster.example/assets/first.js' } },
    first: {} as Record<string, unknown>,
  }
  runInNewContext(classic, context)
  return { first: context.first, module, classic }
}

test('the first script runs as a module would, and another module gives what it exports', () => {
  const { first, module, classic } = run(
    `import{n as x}from"./runtime-1.js";const y=x(2),z=()=>import.meta.url,i=typeof this,w=()=>import("./page.js");export{y as a,z as do,i,w as t};`,
  )
  expect(first).toMatchObject({ a: 3, i: 'undefined' })
  expect((first.do as () => string)()).toBe('https://muster.example/assets/first.js')
  expect(classic).toContain('import("./page.js")')
  expect(classic).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  // Words of the language are names of exports, too.
  expect(module).toBe('const{a:_0,do:_1,i:_2,t:_3}=globalThis.first;export{_0 as a,_1 as do,_2 as i,_3 as t}')
})

describe('the build fails when the first script', () => {
  test.each([
    ['changes what it exports', 'let y=1;const z=()=>{y=2};export{y as a,z as b};'],
    ['counts in it', 'let y=1;function z(){return()=>y++}export{y as a,z as b};'],
    ['walks a list with it', 'let y=1;const z=o=>{for(y of o);};export{y as a,z as b};'],
    ['takes it out of an object', 'let y=1;const z=o=>{({y}=o)};export{y as a,z as b};'],
  ])('%s', (_, code) => {
    expect(() => divide(code, () => runtime)).toThrow(/^The first script changes what it exports as a \(y in it\)$/)
  })

  test('imports what imports something itself, or asks more of import.meta', () => {
    const code = 'import{n as x}from"./page.js";export{x as a};'
    expect(() => divide(code, () => `import"./other.js";${runtime}`)).toThrow('./page.js cannot be put into')
    expect(() => divide('let y=import.meta.env;export{y as a};', () => runtime)).toThrow('more of import.meta')
  })
})

test.each([
  ['a parameter', 'let y=1;const z=y=>{y=2};export{y as a,z as b};'],
  ['a variable of a function', 'let y=1;function z(){let y;return()=>{y=2}}export{y as a,z as b};'],
  ['a caught error', 'let y=1;const z=()=>{try{}catch(y){y=2}};export{y as a,z as b};'],
  ['a property', 'let y={};const z=()=>{y.y=2};export{y as a,z as b};'],
  ['the start', 'let y;y=1;export{y as a};'],
])('%s of the same name may change', (_, code) => {
  expect(() => run(code)).not.toThrow()
})
