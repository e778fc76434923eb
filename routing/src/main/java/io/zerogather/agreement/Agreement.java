package io.zerogather.agreement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.AllGatherException;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The votes of one group. Its store must not have been used for votes before. */
public final class Agreement {
    private final Rendezvous store;
    private final Function<Integer, Integer> worldRank;

    private Agreement(Rendezvous store, Function<Integer, Integer> worldRank) {
        this.store = store;
        this.worldRank = worldRank;
    }

    /**
     * The votes of WORLD.
     *
     * @param store where to vote
     * @return the votes
     */
    public static Agreement of(Rendezvous store) {
        return new Agreement(store, rank -> rank);
    }

    /**
     * The votes of a sub-group, whose messages name ranks as WORLD does.
     *
     * @param store where to vote; its ranks are the group's
     * @param worldRanks the members' ranks in WORLD, in group order
     * @return the votes
     */
    public static Agreement of(Rendezvous store, List<Integer> worldRanks) {
        return new Agreement(store, worldRanks::get);
    }

    /**
     * Proposes, and learns the plan of all.
     *
     * @param proposal what this rank proposes
     * @param deadline when to go on without ranks that have not proposed
     * @return the plan, equal on all ranks
     * @throws AllGatherException if the plan cannot be learnt
     */
    public Plan plan(Proposal proposal, Deadline deadline) {
        Vote vote = new Vote(store, "plan");
        vote.cast(ProposalCodec.encode(proposal), deadline);
        byte[] decision = vote.decision(
                deadline, (ballots, missing) -> PlanCodec.encode(Planner.plan(Proposals.decode(ballots, missing))));
        try {
            return PlanCodec.decode(decision);
        } catch (Decoder.UnreadableException e) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Rank " + store.rank() + " cannot read the plan: " + e.getMessage()
                            + "; run the same version of Zerogather on every rank",
                    e);
        }
    }

    /**
     * The plan that ranks would agree on.
     *
     * @param proposals what each rank proposes, at least one
     * @return the plan
     */
    public static Plan planOf(SortedMap<Integer, Proposal> proposals) {
        return Planner.plan(new Proposals(proposals, new TreeMap<>(), List.of()));
    }

    /**
     * What the ranks have proposed to {@link #plan}.
     *
     * @return the proposals that have come and can be read, by rank
     * @throws io.zerogather.rendezvous.RendezvousException if the store is lost
     */
    public SortedMap<Integer, Proposal> proposals() {
        return Proposals.decode(new Vote(store, "plan").ballots(), List.of()).readable();
    }

    /**
     * Says whether this rank is ready, and learns whether all are. A rank that is not decides for all at once.
     *
     * @param step what the ranks should be ready for; a name that no other vote of this store has
     * @param refusal why this rank is not ready, or empty if it is
     * @param deadline when a rank that has not answered counts as not ready
     * @return empty if all are ready; otherwise which rank is not, and why; equal on all ranks
     * @throws AllGatherException if the outcome cannot be learnt
     */
    public String unready(String step, String refusal, Deadline deadline) {
        Vote vote = new Vote(store, step);
        vote.cast(refusal.getBytes(UTF_8), deadline);
        byte[] decision = refusal.isEmpty()
                ? vote.decision(deadline, this::tally)
                : vote.decide(bytes(refusalOf(store.rank(), refusal)));
        return new String(decision, UTF_8);
    }

    private byte[] tally(Map<Integer, byte[]> ballots, List<Integer> missing) {
        for (Map.Entry<Integer, byte[]> ballot : ballots.entrySet()) {
            if (ballot.getValue().length > 0) {
                return bytes(refusalOf(ballot.getKey(), new String(ballot.getValue(), UTF_8)));
            }
        }
        return missing.isEmpty()
                ? new byte[0]
                : bytes(Ranks.named(missing.stream().map(worldRank).toList()) + " did not answer in time");
    }

    private String refusalOf(int rank, String refusal) {
        return "rank " + worldRank.apply(rank) + ": " + refusal;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
