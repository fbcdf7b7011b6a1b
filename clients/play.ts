// Plays a whole game against the computer with the types that openapi-typescript generates.
// usage: node play.js URL

import createClient from 'openapi-fetch'

import type { components, paths } from './linja.js'

type Tree = components['schemas']['TurnTree']

/** The first complete turn of a tree of actions. */
function firstTurn(tree: Tree): string {
  const actions: string[] = []
  let node: Tree = tree
  while (!node.finish) {
    const next = node.next?.[0]
    if (!next) throw new Error('a turn that neither ends nor goes on')
    actions.push(next.action)
    node = next
  }
  return actions.join(' ') || 'pass'
}

/** The data of a response; problems are errors. */
function must<T>({ data, error }: { data?: T; error?: components['schemas']['Problem'] }): T {
  if (error !== undefined) throw new Error(`${error.code}: ${error.detail}`)
  if (data === undefined) throw new Error('an empty response')
  return data
}

const baseUrl = process.argv[2] ?? ''
const { token } = must(await createClient<paths>({ baseUrl }).POST('/api/v1/tokens'))
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
const created = must(
  await client.POST('/api/v1/games', {
    body: {
      id: crypto.randomUUID(),
      opponent: { type: 'computer', level: '1' },
      rules: 'bonus',
      side: 'black',
      first: 'black',
      games: 1,
    },
  }),
)
const path = { id: created.game.id }
let turns = 0
for (;;) {
  const { game } = must(await client.GET('/api/v1/games/{id}', { params: { path } }))
  if (game.status === 'over') {
    console.log(`TypeScript: played ${turns} turns, ${game.result?.score.black} to ${game.result?.score.red} points`)
    break
  }
  if (game.to_move !== 'black' || !game.tree) {
    const query = { after: game.seq, wait: 25 }
    must(await client.GET('/api/v1/games/{id}/events', { params: { path, query } }))
    continue
  }
  const body = { id: crypto.randomUUID(), seen: game.seq, type: 'turn' as const, turn: firstTurn(game.tree) }
  must(await client.POST('/api/v1/games/{id}/commands', { params: { path }, body }))
  turns += 1
}
const wrong = await client.GET('/api/v1/position', { params: { query: { pos: '7' } } })
if (wrong.error?.code !== 'invalid_position') throw new Error('a problem has a type of its own')
