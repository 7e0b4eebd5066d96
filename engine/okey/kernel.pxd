# C types for kernel.py, which stays ordinary Python. Words have 64 bits; no value needs more than 62.
cimport cython

ctypedef long long word

cdef word TILES, LEFT, SERIES_FREELY, TOTAL, OKEY, ABOVE, MOST_OKEYS
cdef word BIT, ROW, HALF, ANY, STARTS, SLOTS, SPREAD, FALSE
cdef word[::1] REMEMBERED, FIRST, OPTIONS, LARGEST
cdef list NATURAL, GROUP_FACES, RUN_FACES

@cython.locals(rows=word[4], reach=word[39], wild=word)
cpdef word best_score(object hand, word okey, word aim, word floor=*)
@cython.locals(rows=word[4], reach=word[39], wild=word, score=word)
cpdef list best_melds(object hand, word okey, word aim)
@cython.locals(halves=word[2], total=word, face=word, tile=word, faces=tuple, layout=list, layouts=list, left=object)
cpdef tuple lay(object hand, word okey, list melds, word first)
@cython.locals(half=word, held=word, tile=word)
cdef word _take_tile(word kind, word* halves, word first) noexcept
@cython.locals(low=word, high=word, tiles=word[4], at=word, wild=word, colour=word)
cdef word _count(object hand, word okey, word* rows) except -1
@cython.locals(worth=word, held=word, spent=word)
cdef word _gain(word number, word tiles, word wild, word melds, word aim) noexcept

cdef word _without(word row, word place) noexcept
@cython.locals(
    first=word, second=word, third=word, starts=word, covered=word,
    key=word, slot=word, entry=word, lowest=word, start=word, best=word)
cdef word _runs(word row, word wild, word aim) noexcept
@cython.locals(place=word, score=word, best=word)
cdef word _runs_from(word start, word row, word wild, word aim) noexcept
@cython.locals(colour=word, none=word, one=word, two=word, plain=word, helped=word)
cdef word _all_runs(word* rows, word wild, word aim) noexcept
@cython.locals(colour=word, row=word, score=word, spent=word)
cdef object _take_runs(list melds, word* rows, word wild, word aim)
@cython.locals(high=word, score=word, low=word, place=word)
cdef object _take_row(list melds, word colour, word row, word wild, word aim)
@cython.locals(place=word)
cdef word _low_end(word row, word high, word wild, word aim, word score) noexcept

@cython.locals(bits=word, low=word)
cdef word _count_at(word place, word* rows) noexcept
@cython.locals(place=word, count=word, wild=word, cost=word, largest=word, gain=word, best=word)
cdef void _fill_reach(word* reach, word* rows, word most, word aim) noexcept
@cython.locals(runs=word, at=word, index=word)
cdef word _best(word place, word* rows, word wild, word aim, word* reach, word floor) noexcept
@cython.locals(cost=word, gain=word, left=word[4], colour=word)
cdef word _best_after(
    word option, word place, word* rows, word runs, word wild, word aim, word* reach, word floor) noexcept
@cython.locals(place=word, runs=word, at=word, index=word, option=word, colour=word, group=word)
cdef word _take_groups(list melds, word* rows, word wild, word aim, word* reach, word score) except -1
