/* The yardstick: the same rounds as fives/kernel.py and fives/playout.py, in C, written for speed by hand.

   It is here to be measured against and has no other use: it draws the same random numbers, makes the same plays in the
   same order and gives the same checksums. Nothing of the package calls it. See tools/bench_fast.py.

   gcc -O3 -march=native -shared -fPIC -o ckernel.so tools/ckernel.c */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;

enum { SPIN_NONE, SPIN_FIRST, SPIN_ALL };
enum { SETTLE_SEAT, SETTLE_POOL, SETTLE_EACH };
enum { BLOCK_NOBODY, BLOCK_PIPS, BLOCK_TILES };
enum { COUNT = 42, END = 49, OPEN = 56, DOUBLES = 21 };
#define ALL ((1u << 28) - 1)

typedef struct {
    u64 layout, rng;
    u32 boneyard, hand[4];
    int turn, out, points[4];
    int seats, teams, spins, draws, forced, multiple, settle, nearest, block, split;
} Round;

static uint8_t LOW[28], HIGH[28], PIPS[28], TOUCH[128], FAR[128], WORTH[11 << 7], RANK[28];
static u32 LOWS[128], HIGHS[128], FITS[128];
static u64 LEAD[2][28], TIP[7], STEP[64], LIE[2][7];

static u64 lying(int pip, int spinner, int joined) {
    int room = joined < (spinner ? 4 : 2);
    u64 state = spinner ? 1 + joined : 7 - joined;
    return (state << (DOUBLES + 3 * pip)) + ((u64)(joined < 2 ? 2 * pip : 0) << COUNT) + ((u64)room << (OPEN + pip));
}

static void make_tables(void) {
    static int made;
    int t = 0, n = 0;
    if (made) return;
    for (int high = 0; high < 7; high++)
        for (int low = 0; low <= high; low++, t++) { LOW[t] = low; HIGH[t] = high; PIPS[t] = low + high; }
    for (int code = 0; code < 128; code++) {
        if ((code & 31) > 27) continue;
        TOUCH[code] = code >> 5 & 1 ? HIGH[code & 31] : LOW[code & 31];
        FAR[code] = code >> 5 & 1 ? LOW[code & 31] : HIGH[code & 31];
    }
    for (int pips = 0; pips < 128; pips++) {
        for (t = 0; t < 28; t++) {
            LOWS[pips] |= (u32)(pips >> LOW[t] & 1) << t;
            HIGHS[pips] |= (u32)(LOW[t] != HIGH[t] && (pips >> HIGH[t] & 1)) << t;
        }
        FITS[pips] = LOWS[pips] | HIGHS[pips];
    }
    for (int pip = 0; pip < 7; pip++) {
        TIP[pip] = (1ull << 3 * pip) + ((u64)pip << COUNT);
        LIE[0][pip] = lying(pip, 0, 1);
        LIE[1][pip] = lying(pip, 1, 1);
        for (int joined = 0; joined < 4; joined++) STEP[(1 + joined) << 3 | pip] = lying(pip, 1, joined + 1) - lying(pip, 1, joined);
        for (int joined = 0; joined < 2; joined++) STEP[(7 - joined) << 3 | pip] = lying(pip, 0, joined + 1) - lying(pip, 0, joined);
    }
    for (int spinner = 0; spinner < 2; spinner++)
        for (t = 0; t < 28; t++)
            LEAD[spinner][t] = LOW[t] == HIGH[t] ? lying(LOW[t], spinner, 0)
                : TIP[LOW[t]] + TIP[HIGH[t]] + (1ull << (END + LOW[t])) + (1ull << (END + HIGH[t]));
    for (int multiple = 1; multiple < 11; multiple++)
        for (int count = 0; count < 128; count++) WORTH[multiple << 7 | count] = count % multiple ? 0 : count;
    for (int pip = 6; pip >= 0; pip--) RANK[n++] = pip * (pip + 1) / 2 + pip;
    for (int pips = 11; pips > 0; pips--)
        for (t = 27; t >= 0; t--) if (LOW[t] != HIGH[t] && PIPS[t] == pips) RANK[n++] = t;
    made = 1;
}

static inline int pick(u64 bits, unsigned k) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << k, bits));
#else
    while (k--) bits &= bits - 1;
    return __builtin_ctzll(bits);
#endif
}

static inline unsigned chance(Round *s, unsigned n) {
    u64 x = s->rng;
    x = 698769069ull * (x & 0xFFFFFFFF) + (x >> 32);
    s->rng = x;
    return (u32)(((x ^ x >> 32) & 0xFFFFFFFF) * n >> 32);
}

static inline u64 lay(u64 layout, int code, int spins) {
    int near = TOUCH[code], far = FAR[code];
    u64 onto_end, onto_double;
    if (layout == 0) return LEAD[spins != SPIN_NONE][code & 31];
    onto_end = layout - TIP[near] - ((u64)((layout >> 3 * near & 7) == 1) << (END + near));
    onto_double = layout + STEP[(layout >> (DOUBLES + 3 * near) & 7) << 3 | near];
    layout = code < 64 ? onto_end : onto_double;
    if (near != far) return (layout + TIP[far]) | 1ull << (END + far);
    return layout + LIE[spins == SPIN_ALL || (spins == SPIN_FIRST && (layout >> DOUBLES & 0x1FFFFF) == 0)][near];
}

static inline void codes(u64 layout, u32 hand, u64 found[2]) {
    int end = layout >> END & 127, open = (int)(layout >> OPEN);
    found[0] = layout ? (hand & LOWS[end]) | (u64)(hand & HIGHS[end]) << 32 : hand;
    found[1] = (hand & LOWS[open]) | (u64)(hand & HIGHS[open]) << 32;
}

static inline int must_lead(u32 hands) {
    int i = 0;
    while (!(hands >> RANK[i] & 1)) i++;
    return RANK[i];
}

static inline void deal(Round *s, int size, int leader) {
    u32 boneyard = ALL;
    unsigned left = 28;
    for (int seat = 0; seat < 4; seat++) {
        u32 hand = 0;
        if (seat < s->seats)
            for (int i = 0; i < size; i++) { u32 bit = 1u << pick(boneyard, chance(s, left--)); boneyard ^= bit; hand |= bit; }
        s->hand[seat] = hand;
        s->points[seat] = 0;
    }
    s->layout = 0;
    s->boneyard = boneyard;
    s->out = -1;
    s->turn = leader;
    if (s->forced) {
        int tile = must_lead(ALL ^ boneyard);
        for (int seat = 0; seat < s->seats; seat++) if (s->hand[seat] >> tile & 1) s->turn = seat;
    }
}

/* Draws and passes until the seat in turn can play; 0 when nobody can. */
static inline int ready(Round *s) {
    u64 layout = s->layout;
    u32 fit, boneyard = s->boneyard;
    int turn = s->turn, seats = s->seats, draws = s->draws;
    if (layout == 0) return 1;
    fit = FITS[(layout >> END | layout >> OPEN) & 127];
    for (int passes = 0; passes < seats; passes++) {
        u32 hand = s->hand[turn];
        if (draws && !(hand & fit)) {
            while (!(hand & fit) && boneyard) {
                u32 bit = 1u << pick(boneyard, chance(s, __builtin_popcount(boneyard)));
                boneyard ^= bit;
                hand |= bit;
            }
            s->hand[turn] = hand;
            s->boneyard = boneyard;
        }
        if (hand & fit) { s->turn = turn; return 1; }
        turn = turn + 1 == seats ? 0 : turn + 1;
    }
    return 0;
}

static inline u32 playable(Round *s) {
    u32 hand = s->hand[s->turn];
    if (s->layout == 0 && s->forced) hand &= 1u << must_lead(s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3]);
    return hand;
}

static inline int random_play(Round *s) {
    u64 found[2];
    unsigned count, k;
    codes(s->layout, playable(s), found);
    count = __builtin_popcountll(found[0]);
    k = chance(s, count + __builtin_popcountll(found[1]));
    return pick(found[k >= count], k >= count ? k - count : k) | (k >= count) << 6;
}

static inline int greedy_play(Round *s) {
    u64 layout = s->layout, found[2];
    const uint8_t *worth = WORTH + (s->multiple << 7);
    int best = -1, choice = 0, count = layout >> COUNT & 127;
    codes(layout, playable(s), found);
    for (int half = 0; half < 2; half++)
        for (u64 left = found[half]; left; left &= left - 1) {
            int code = __builtin_ctzll(left) | half << 6, near = TOUCH[code], far = FAR[code], value;
            if (layout == 0) value = PIPS[code & 31];
            else {
                int state = layout >> (DOUBLES + 3 * near) & 7;
                int covers = half == 0 ? near : (0x44 >> state & 1) * 2 * near; /* states 2 and 6: one neighbour */
                value = count - covers + (near == far ? 2 * far : far);
            }
            value = worth[value] * 16 + PIPS[code & 31];
            if (value > best) { best = value; choice = code; }
        }
    return choice;
}

/* Returns whether the seat went out. */
static inline int play(Round *s, int code) {
    int turn = s->turn, team = s->teams == s->seats ? turn : turn & 1;
    u64 layout = lay(s->layout, code, s->spins);
    u32 hand = s->hand[turn] ^ 1u << (code & 31);
    s->layout = layout;
    s->hand[turn] = hand;
    s->points[team] += 2 * WORTH[s->multiple << 7 | (layout >> COUNT & 127)];
    if (!hand) { s->out = turn; return 1; }
    s->turn = turn + 1 == s->seats ? 0 : turn + 1;
    return 0;
}

static inline int pips(u32 hand) {
    int total = 0;
    for (; hand; hand &= hand - 1) total += PIPS[__builtin_ctz(hand)];
    return total;
}

static inline int rounded(int n, int nearest) { return nearest == 1 ? n : nearest == 5 ? (n + 2) / 5 * 5 : (n + nearest / 2) / nearest * nearest; }

static inline void settle(Round *s) {
    int left[4], held[4] = {0, 0, 0, 0}, gain = 0, pool = 0, tied, share;
    for (int seat = 0; seat < s->seats; seat++) left[seat] = pips(s->hand[seat]);
    if (s->settle == SETTLE_SEAT) {
        for (int seat = 0; seat < s->seats; seat++) s->points[seat % s->teams] -= 2 * rounded(left[seat], s->nearest);
        return;
    }
    if (s->out >= 0) gain = 1 << s->out % s->teams;
    else if (s->block != BLOCK_NOBODY) {
        int least = 1 << 30;
        for (int seat = 0; seat < s->seats; seat++)
            held[seat % s->teams] += (left[seat] << 5) + (s->block == BLOCK_TILES ? __builtin_popcount(s->hand[seat]) : 0);
        for (int team = 0; team < s->teams; team++) if (held[team] < least) least = held[team];
        for (int team = 0; team < s->teams; team++) gain |= (held[team] == least) << team;
        tied = __builtin_popcount(gain);
        if (!(tied == 1 || (tied == 2 && s->teams == 3 && s->split))) gain = 0;
    }
    if (!gain) return;
    for (int seat = 0; seat < s->seats; seat++)
        if (!(gain >> seat % s->teams & 1)) pool += s->settle == SETTLE_EACH ? rounded(left[seat], s->nearest) : left[seat];
    share = 2 * rounded(pool, s->settle == SETTLE_POOL ? s->nearest : 1) / __builtin_popcount(gain);
    for (int team = 0; team < s->teams; team++) if (gain >> team & 1) s->points[team] += share;
}

/* `rounds` of fives/playout.py. rules: seats, teams, spins, draws, forced, multiple, settle, nearest, block, split.
   plays gets how many plays were made. */
u64 c_rounds(const int *rules, u64 rng, int size, long count, int greedy, i64 *plays) {
    Round s = {.seats = rules[0], .teams = rules[1], .spins = rules[2], .draws = rules[3], .forced = rules[4],
               .multiple = rules[5], .settle = rules[6], .nearest = rules[7], .block = rules[8], .split = rules[9]};
    u64 check = 0;
    i64 made = 0;
    make_tables();
    s.rng = rng;
    for (long number = 0; number < count; number++) {
        deal(&s, size, number % s.seats);
        if (greedy) while (ready(&s)) { made++; if (play(&s, greedy_play(&s))) break; }
        else while (ready(&s)) { made++; if (play(&s, random_play(&s))) break; }
        settle(&s);
        check = (check * 31 + s.layout % 1000003 + s.boneyard + s.turn) & 0xFFFFFFFFFFFFull;
        for (int seat = 0; seat < 4; seat++) check = (check * 31 + s.points[seat] + s.hand[seat] + 100000) & 0xFFFFFFFFFFFFull;
    }
    *plays = made;
    return check;
}
